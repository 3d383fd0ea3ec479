// Map of sand and wind path: sand as brightness, the path over it in blue.
uniform sampler2D raw_path;
uniform vec4 inset;  // 1 / sand m at full brightness

in vec2 point;
out vec4 color;

void main() {
  vec2 uv = 0.5 * point + 0.5;
  float sand = clamp(textureLod(surface_map, uv, 0.0).z * inset.x, 0.0, 1.0);
  float path = clamp(textureLod(raw_path, uv, 0.0).r, 0.0, 1.0);
  vec3 ground = mix(vec3(0.13, 0.11, 0.10), vec3(0.93, 0.80, 0.60), sqrt(sand));
  color = vec4(mix(ground, vec3(0.16, 0.42, 0.86), 0.85 * smoothstep(0.02, 0.9, path)), 1.0);
}
