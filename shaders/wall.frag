// The cut through a world that ends: the layers of its columns, with their fine bedding.
in vec3 position;
flat in vec2 outward;
flat in int row;
in float depth;
out vec4 color;

uniform sampler2D cut_gap_map;
uniform sampler2D cut_layer_map;

void main() {
  vec3 place = position / land_grid.z;
  float along = abs(outward.x) > 0.5 ? place.y : place.x;
  vec4 grain = texture(noise_map, vec2(along, place.z * 2.0) * 0.06);
  vec4 broad = texture(noise_map, vec2(along * 0.011, place.z * 0.03));

  // What marks loose soil, and rock: beds of unlike shade.
  float bedding = texture(noise_map, vec2(along * 0.004 + place.z * 0.05, place.z * 0.31 + broad.r)).r;
  vec3 loose = vec3((0.78 + 0.34 * bedding) * (0.94 + 0.12 * grain.a));
  float bed = place.z * 0.9 + 2.2 * broad.r;
  vec4 strata = texture(noise_map, vec2(bed * 0.17, 0.31 + along * 0.0007));
  vec3 beds = (0.60 + 0.80 * strata.r) *
              mix(vec3(0.80, 0.84, 0.92), vec3(1.12, 1.0, 0.90), smoothstep(0.35, 0.65, strata.a));
  float rough = 0.75 + 0.5 * grain.r;

  // The mesh is smoother than the columns: what lies near the surface follows the mesh.
  float between = fract(along + 0.5);
  vec4 gap = texelFetch(cut_gap_map, ivec2(int(along + 0.5), row), 0);
  float off = mix(gap.z, gap.w, between) - (position.z + depth);
  float height = position.z + off * max(0.0, 1.0 - depth / (4.0 * abs(off) + 1.0e-4));
  float soft = max(fwidth(position.z), 1.0e-4);
  vec3 albedo = vec3(0.0);
  float above = 1.0e6, line = 0.0;
  for (float i = 0.0; i < gap.y; ++i) {
    vec4 layer = list_entry(cut_layer_map, gap.x + i);
    float bottom = mix(layer.x, layer.y, between);
    float share = smoothstep(-soft, soft, above - height);
    if (bottom < above && share > 0.0) {
      vec4 soil = soil_color(layer.z);
      vec3 look = soil.a > 0.0 ? soil.rgb * mix(vec3(1.0), beds, soil.a) * rough : soil.rgb * loose;
      albedo = mix(albedo, look, i > 0.0 ? share : 1.0);
      // A faint line where one soil meets another.
      if (i > 0.0) line = max(line, 1.0 - smoothstep(0.0, 2.5 * soft, abs(above - height)));
    }
    above = min(above, bottom);
    if (above < height - soft) break;
  }
  albedo *= 1.0 - 0.25 * line;

  vec3 way = position - eye.xyz;
  float distance = length(way);
  way /= distance;
  float direct = max(dot(vec3(outward, 0.0), sun.xyz), 0.0);
  float buried = clamp((position.z - land_range.z) / max(land_range.y - land_range.z, 0.01), 0.0, 1.0);
  vec3 light = sun_light.rgb * direct + sky_fill.rgb * mix(0.40, 0.60, buried) + bounce.rgb * 0.5;
  color = finish(through_air(albedo * light, way, distance));
}
