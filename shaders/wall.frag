// The cut through a world that ends: sand with its fine bedding over rock with its strata.
in vec3 position;
flat in vec2 outward;
in float depth;
out vec4 color;

void main() {
  vec2 uv = clamp(position.xy * land_size.zw, 0.5 / land_grid.xy, 1.0 - 0.5 / land_grid.xy);
  vec4 surface = textureLod(surface_map, uv, 0.0);
  vec4 cover = textureLod(cover_map, uv, 0.0);
  vec3 place = position / land_grid.z;
  float along = dot(place.xy, vec2(-outward.y, outward.x));
  vec4 grain = texture(noise_map, vec2(along, place.z * 2.0) * 0.06);
  vec4 broad = texture(noise_map, vec2(along * 0.011, place.z * 0.03));

  float bedding = texture(noise_map, vec2(along * 0.004 + place.z * 0.05, place.z * 0.31 + broad.r)).r;
  vec3 sand = textureLod(loose_color_map, uv, 0.0).rgb * (0.78 + 0.34 * bedding) * (0.94 + 0.12 * grain.a);
  float bed = place.z * 0.9 + 2.2 * broad.r;
  vec4 strata = texture(noise_map, vec2(bed * 0.17, 0.31 + along * 0.0007));
  vec3 rock = textureLod(base_color_map, uv, 0.0).rgb * (0.60 + 0.80 * strata.r) * mix(vec3(0.80, 0.84, 0.92), vec3(1.12, 1.0, 0.90),
                                                                 smoothstep(0.35, 0.65, strata.a));
  rock *= 0.75 + 0.5 * grain.r;
  rock = mix(rock, obstacle_color.rgb * (0.8 + 0.3 * grain.r), smoothstep(0.35, 0.65, cover.a));
  float soft = max(fwidth(depth), 0.02 * land_grid.z);
  float below = smoothstep(-soft, soft, depth - surface.z);
  vec3 albedo = mix(sand, rock, below);
  // A dark line where sand meets rock, a bright one at the upper rim.
  albedo *= 1.0 - 0.35 * (1.0 - smoothstep(0.0, 3.0 * soft, abs(depth - surface.z))) * step(soft, surface.z);

  vec3 way = position - eye.xyz;
  float distance = length(way);
  way /= distance;
  float direct = max(dot(vec3(outward, 0.0), sun.xyz), 0.0);
  float buried = clamp((position.z - land_range.z) / max(land_range.y - land_range.z, 0.01), 0.0, 1.0);
  vec3 light = sun_light.rgb * direct + sky_fill.rgb * mix(0.40, 0.60, buried) + bounce.rgb * 0.5;
  color = finish(through_air(albedo * light, way, distance));
}
