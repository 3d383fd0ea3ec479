// A palm or a person; with SHADOW, its shadow on the ground.
layout(location = 0) in vec3 offset;  // from the foot, m
layout(location = 1) in vec3 facing;
layout(location = 2) in vec4 root;    // x, y of the foot, m; sand under it, m; a random number in [0, 1)
layout(location = 3) in float kind;

uniform vec4 focus;  // target of the camera, m; number of copies of the land around it in each direction

out vec3 place;
out vec3 normal;
out vec3 from_foot;
out float risen;  // height above the ground, m
flat out float part;
flat out float own;

// Offset of a shadow towards the eye, as a fraction of its distance; and upwards, m.
const float kTowardEye = 0.004, kAbove = 0.03;
const int kSearch = 4;                          // steps of the search for the point where a sunray meets the ground

void main() {
  // On a repeated land, each thing is shown where it is nearest to the target, and in the copies around that place.
  vec2 lands = floor((focus.xy - root.xy) * land_size.zw + 0.5);
  int side = 2 * int(focus.w) + 1;
  lands += vec2(gl_InstanceID % side, gl_InstanceID / side) - focus.w;
  vec2 at = seen_at(root.xy + land_grid.w * land_range.w * land_size.xy * lands);
  float ground = land_height(at, 0.0);
  float sand = textureLod(surface_map, root.xy * land_size.zw, 0.0).z;
  place = vec3(at, ground - max(sand - root.z, 0.0)) + offset;
  normal = facing;
  from_foot = offset;
  part = kind;
  own = root.w;
  gl_ClipDistance[0] = behind_slice(at);
  risen = place.z - land_height(place.xy, 0.0);
#ifdef SHADOW
  vec2 down = place.xy;
  for (int i = 0; i < kSearch; ++i) {
    float above = max(place.z - land_height(down, 0.0), 0.0);
    down = place.xy - sun.xy * (above / max(sun.z, 0.05));
  }
  place = vec3(down, land_height(down, 0.0) + kAbove);
  gl_Position = view_projection * vec4(mix(place, eye.xyz, kTowardEye), 1.0);
#else
  gl_Position = view_projection * vec4(place, 1.0);
#endif
}
