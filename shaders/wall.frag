// The cut sides of a block: the layers of its columns, with their fine bedding.
in vec3 position;
flat in vec2 outward;
flat in int row;
in float depth;
out vec4 color;

uniform sampler2D cut_gap_map;
uniform sampler2D cut_layer_map;

void main() {
  vec3 way = position - eye.xyz;
  float distance = length(way);
  way /= distance;
  float along = abs(outward.x) > 0.5 ? position.y : position.x;
  float pixel = 2.0 * distance * length(ray_up.xyz) * viewport.w * inversesqrt(max(-dot(way.xy, outward), 0.04));
  vec2 face = vec2(along, position.z);
  vec4 broken = broken_ground(kBlocks, face, Footprint(dFdx(face), dFdy(face), pixel));

  // Structure of loose soil and rock: wide beds of different shades, each broken up by its own joints.
  float rough = max(1.0 + 0.9 * broken.r + 0.5 * broken.a, 0.3);
  float bed = position.z + 3.0 * texture(noise_map, vec2(along, position.z) * 0.004).r + 0.4 * broken.a;
  float shade =
      texture(noise_map, vec2(bed * 0.021, 0.31)).r + 0.5 * texture(noise_map, vec2(bed * 0.075, 0.77)).r - 0.75;
  vec3 beds = (1.0 + 0.6 * shade) * (1.0 + vec3(0.12, 0.0, -0.10) * shade);
  vec3 loose = vec3(1.0 + 0.3 * shade + 0.4 * broken.r);

  // The mesh is smoother than the columns: layers near the surface follow the mesh.
  float column = along / land_grid.z + 0.5, between = fract(column);
  vec4 gap = texelFetch(cut_gap_map, ivec2(int(column), row), 0);
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
      // A faint line between two soils.
      if (i > 0.0) line = max(line, 1.0 - smoothstep(0.0, 2.5 * soft, abs(above - height)));
    }
    above = min(above, bottom);
    if (above < height - soft) break;
  }
  albedo *= 1.0 - 0.25 * line;

  vec3 facing = vec3(outward, 0.0) - 0.35 * vec3(broken.g * abs(outward.yx), broken.b);
  float direct = max(dot(normalize(facing), sun.xyz), 0.0);
  float buried = clamp((position.z - land_range.z) / max(land_range.y - land_range.z, 0.01), 0.0, 1.0);
  vec3 light = sun_light.rgb * direct + sky_fill.rgb * mix(0.40, 0.60, buried) + bounce.rgb * 0.5;
  color = finish(through_air(albedo * light, way, distance));
}
