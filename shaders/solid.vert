// A face of a wall, a house or a tower.
layout(location = 0) in vec3 corner;  // m
layout(location = 1) in vec3 facing;
layout(location = 2) in vec3 detail;

out vec3 position;
out vec3 facing_out;
out vec3 opening;

void main() {
  position = corner;
  facing_out = facing;
  opening = detail;
  gl_ClipDistance[0] = behind_slice(position.xy);
  gl_Position = view_projection * vec4(position, 1.0);
}
