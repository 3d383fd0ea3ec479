// Packs the inputs of the land's shading into two maps at the resolution of the grid.
uniform sampler2D raw_sand;
uniform sampler2D raw_sun;
uniform sampler2D raw_sky;
uniform sampler2D raw_turn;

in vec2 point;
const vec2 kShallow = vec2(0.10, 0.35);  // cells; heights of shadows between which they become visible

layout(location = 0) out vec4 surface;
layout(location = 1) out vec4 cover;

void main() {
  vec2 uv = 0.5 * point + 0.5;
  vec2 cell = 1.0 / land_grid.xy;
  float here = textureLod(height_map, uv, 0.0).r;
  // Slopes are central differences, averaged over three rows with the weights 1 2 1. This removes the steps of crests
  // and keeps their course. A lookup between four cells returns their mean; four such lookups weight all nine cells.
  vec4 off = 0.5 * vec4(-cell, cell);
  vec4 height = vec4(textureLod(height_map, uv + off.xy, 0.0).r, textureLod(height_map, uv + off.zy, 0.0).r,
                     textureLod(height_map, uv + off.xw, 0.0).r, textureLod(height_map, uv + off.zw, 0.0).r);
  vec4 sunny = vec4(textureLod(raw_sun, uv + off.xy, 0.0).r, textureLod(raw_sun, uv + off.zy, 0.0).r,
                    textureLod(raw_sun, uv + off.xw, 0.0).r, textureLod(raw_sun, uv + off.zw, 0.0).r);
  vec2 slope = vec2(dot(height, vec4(-1.0, 1.0, -1.0, 1.0)), dot(height, vec4(-1.0, -1.0, 1.0, 1.0)));
  slope /= 2.0 * land_grid.z;
  float hollow = 1.5 * (dot(height, vec4(1.0)) - 4.0 * here) / land_grid.z;
  // Beyond an edge that does not wrap, lookups return the edge itself, which halves the slope. Doubling it continues
  // the land with its slope.
  vec2 edge = (1.0 - land_grid.w) * vec2(greaterThan(abs(uv - 0.5), 0.5 - cell));
  slope *= 1.0 + edge;
  hollow *= (1.0 - edge.x) * (1.0 - edge.y);
  // Ground beyond the edges throws shadows on the land.
  float visible = dot(sunny, vec4(0.25));
  if (surroundings.z > 0.0) {
    visible = min(visible, textureLod(surroundings_sun_map, uv / surroundings.z, 0.0).r + surroundings.w);
  }
  // A shadow that hardly reaches above the ground comes from a single slab of sand, and would be a dark spot.
  vec4 shade = vec4(textureLod(shade_map, uv + off.xy, 0.0).r, textureLod(shade_map, uv + off.zy, 0.0).r,
                    textureLod(shade_map, uv + off.xw, 0.0).r, textureLod(shade_map, uv + off.zw, 0.0).r);
  visible = max(visible, 1.0 - smoothstep(kShallow.x, kShallow.y, dot(shade, vec4(0.25)) / land_grid.z));
  surface = vec4(slope, textureLod(raw_sand, uv, 0.0).r, visible);

  // Dust trails downwind of where it is lifted, so it is sampled upwind.
  float turn = textureLod(raw_turn, uv, 0.0).r;
  vec2 back = -turned_wind(turn) * cell;
  float dust = 0.34 * textureLod(raw_dust, uv, 1.0).r;
  dust += 0.26 * textureLod(raw_dust, uv + 2.5 * back, 1.0).r;
  dust += 0.22 * textureLod(raw_dust, uv + 5.5 * back, 2.0).r;
  dust += 0.18 * textureLod(raw_dust, uv + 10.0 * back, 2.0).r;
  cover = vec4(textureLod(raw_sky, uv, 0.0).r, dust, hollow, turn);
}
