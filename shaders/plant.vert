// A tuft: blades that lean outward from one root and sway in the wind, a triangle each.
layout(location = 0) in vec4 tuft;  // x, y, height in m; a number of its own, 0 .. 1

out vec3 place;
out vec3 lit;

void main() {
  float blade = float(gl_VertexID / 3);
  int corner = gl_VertexID % 3;
  float own = tuft.w + 0.37 * blade;
  float turn = 2.399963 * blade + 6.283185 * tuft.w;
  vec2 outward = vec2(cos(turn), sin(turn));
  float size = tuft.z * (0.6 + 0.4 * fract(own * 31.7));
  float lean = 0.15 + 0.75 * fract(own * 11.3);
  float gust = 0.12 + 0.06 * sin(2.7 * eye.w + 0.35 * dot(tuft.xy, wind.xy) / land_grid.z + 6.0 * tuft.w);

  vec3 root = vec3(tuft.xy + 0.10 * tuft.z * outward, land_height(tuft.xy, 0.0) - 0.08 * tuft.z);
  vec3 tip = root + size * vec3(lean * outward + (0.1 * wind.z * gust) * wind.xy, 1.0 - 0.35 * lean);
  vec3 side = 0.13 * tuft.z * vec3(-outward.y, outward.x, 0.0);
  place = corner == 2 ? tip : root + (corner == 0 ? side : -side);

  // Blades let light through; their roots lie in the shade of the others.
  float visible = smoothstep(0.2, 0.8, textureLod(surface_map, tuft.xy * land_size.zw, 0.0).w);
  float facing = 0.40 + 0.60 * max(dot(normalize(vec3(0.8 * outward, 0.6)), sun.xyz), 0.0);
  vec3 light = sun_light.rgb * (facing * visible) + sky_fill.rgb * 0.8 + bounce.rgb * 0.3;
  vec3 dry = mix(plant_color.rgb, sand_color.rgb * vec3(0.75, 0.80, 0.70), 0.40 * fract(tuft.w * 7.9));
  lit = dry * light * (corner == 2 ? 1.08 : 0.40);
  gl_ClipDistance[0] = behind_slice(tuft.xy);
  gl_Position = view_projection * vec4(place, 1.0);
}
