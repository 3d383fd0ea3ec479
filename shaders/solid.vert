// A face of a wall, a house or a tower.
layout(location = 0) in vec3 corner;  // m
layout(location = 1) in vec3 facing;
layout(location = 2) in vec3 detail;

uniform vec4 moved;  // displacement to a copy of the land, m

out vec3 position;
out vec3 facing_out;
out vec3 opening;

void main() {
  position = vec3(seen_at(corner.xy + moved.xy), corner.z);
  // Vertical faces turn where the copy warp stretches the land.
  facing_out = facing.z == 0.0 ? vec3(normalize(drawn_out(position.xy, facing.xy)), 0.0) : facing;
  opening = detail;
  gl_ClipDistance[0] = behind_slice(position.xy);
  gl_Position = view_projection * vec4(position, 1.0);
}
