// A chunk of the land: a unit square of vertices, placed by its instance and raised to the height of the land, or of
// the water on it.
layout(location = 0) in vec2 corner;     // 0 to 1
layout(location = 1) in vec4 placement;  // position in the grid of chunks; size m
layout(location = 2) in vec4 coarser;    // cells along the edges of coarser neighbours (west, east, south, north), or 0
layout(location = 3) in vec2 level;      // mip of the height map; cells per side
layout(location = 4) in vec4 corner_level;  // mip where four chunks meet: sw, se, nw, ne

const float kOverlap = 0.001;  // in chunks
// Fraction of its distance by which water is moved towards the eye, in front of the ground it touches.
const float kNearer = 0.002;

out vec3 position;

float surface_height(vec2 at, float mip) {
#ifdef WATER_SURFACE
  return water_height(at, mip);
#else
  return land_height(at, mip);
#endif
}

// All chunks that share a vertex must use one height for it: at a corner, the coarsest of the four mips.
float vertex_height(vec2 where, float mip) {
  if (where.y == 0.0 && where.x == 0.0) mip = corner_level.x;
  if (where.y == 0.0 && where.x == 1.0) mip = corner_level.y;
  if (where.y == 1.0 && where.x == 0.0) mip = corner_level.z;
  if (where.y == 1.0 && where.x == 1.0) mip = corner_level.w;
  return surface_height((placement.xy + where) * placement.zw, mip);
}

void main() {
  // Placement and corner are added first, so that chunks that share a vertex round equally.
  vec2 at = onto_slice((placement.xy + corner) * placement.zw, placement.zw / level.y);
  float height;
  // The edge of a coarser neighbour is straight between fewer points. This edge follows it, so that there is no crack.
  float edge = 0.0;
  bool along_y = false;
  if (corner.x == 0.0 && coarser.x > 0.0) { edge = coarser.x; along_y = true; }
  if (corner.x == 1.0 && coarser.y > 0.0) { edge = coarser.y; along_y = true; }
  if (corner.y == 0.0 && coarser.z > 0.0) { edge = coarser.z; along_y = false; }
  if (corner.y == 1.0 && coarser.w > 0.0) { edge = coarser.w; along_y = false; }
  if (edge > 0.0) {
    // Between its points, the neighbour's edge may round differently. The overlap is larger than that difference.
    vec2 outward = along_y ? vec2(2.0 * corner.x - 1.0, 0.0) : vec2(0.0, 2.0 * corner.y - 1.0);
    at += kOverlap * outward * placement.zw;
    float t = (along_y ? corner.y : corner.x) * edge;
    float below = min(floor(t), edge - 1.0);
    vec2 first = along_y ? vec2(corner.x, below / edge) : vec2(below / edge, corner.y);
    vec2 stride = (along_y ? vec2(0.0, 1.0) : vec2(1.0, 0.0)) / edge;
    float neighbour_level = level.x + log2(level.y / edge);
    height = mix(vertex_height(first, neighbour_level), vertex_height(first + stride, neighbour_level), t - below);
  } else {
    height = slice.w > 0.5 ? surface_height(at, level.x) : vertex_height(corner, level.x);
  }
  position = vec3(at, height);
  gl_ClipDistance[0] = behind_slice(at);
#ifdef WATER_SURFACE
  vec3 seen = position + kNearer * distance(position, eye.xyz) * normalize(eye.xyz - position);
  gl_Position = view_projection * vec4(seen, 1.0);
#else
  gl_Position = view_projection * vec4(position, 1.0);
#endif
}
