// Packs what the land's shading reads into two maps at the grid's own resolution.
uniform sampler2D raw_sand;
uniform sampler2D raw_sun;
uniform sampler2D raw_sky;
uniform sampler2D raw_turn;

in vec2 point;
layout(location = 0) out vec4 surface;
layout(location = 1) out vec4 cover;

void main() {
  vec2 uv = 0.5 * point + 0.5;
  vec2 cell = 1.0 / land_grid.xy;
  float here = textureLod(height_map, uv, 0.0).r;
  // Slopes by central differences, each the mean of three rows (1 2 1): crests keep their line and lose their steps.
  float height[9];
  float visible = 0.0;
  for (int j = -1; j <= 1; ++j) {
    for (int i = -1; i <= 1; ++i) {
      vec2 at = uv + vec2(i, j) * cell;
      height[3 * j + i + 4] = textureLod(height_map, at, 0.0).r;
      visible += (i == 0 ? 0.5 : 0.25) * (j == 0 ? 0.5 : 0.25) * textureLod(raw_sun, at, 0.0).r;
    }
  }
  float east = 0.25 * (height[2] + 2.0 * height[5] + height[8]);
  float west = 0.25 * (height[0] + 2.0 * height[3] + height[6]);
  float north = 0.25 * (height[6] + 2.0 * height[7] + height[8]);
  float south = 0.25 * (height[0] + 2.0 * height[1] + height[2]);
  // At an edge that does not wrap the land goes on as it comes.
  if (land_grid.w < 0.5) {
    float column = 0.25 * (height[1] + 2.0 * height[4] + height[7]);
    float row = 0.25 * (height[3] + 2.0 * height[4] + height[5]);
    if (uv.x < cell.x) west = 2.0 * column - east;
    if (uv.x > 1.0 - cell.x) east = 2.0 * column - west;
    if (uv.y < cell.y) south = 2.0 * row - north;
    if (uv.y > 1.0 - cell.y) north = 2.0 * row - south;
  }
  vec2 slope = vec2(east - west, north - south) / (2.0 * land_grid.z);
  surface = vec4(slope, textureLod(raw_sand, uv, 0.0).r, visible);

  // Dust trails downwind of where it is lifted: what stands here came from upwind.
  float turn = textureLod(raw_turn, uv, 0.0).r;
  vec2 back = -turned_wind(turn) * cell;
  float dust = 0.34 * textureLod(raw_dust, uv, 1.0).r;
  dust += 0.26 * textureLod(raw_dust, uv + 2.5 * back, 1.0).r;
  dust += 0.22 * textureLod(raw_dust, uv + 5.5 * back, 2.0).r;
  dust += 0.18 * textureLod(raw_dust, uv + 10.0 * back, 2.0).r;
  float hollow = (east + west + north + south - 4.0 * here) / land_grid.z;
  cover = vec4(textureLod(raw_sky, uv, 0.0).r, dust, hollow, turn);
}
