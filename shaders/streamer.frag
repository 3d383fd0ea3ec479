// A veil of sand that is torn into threads along its direction.
in vec2 across;
in vec2 thread;
in vec3 lit;
in float strength;
out vec4 color;

void main() {
  float middle = (1.0 - across.y * across.y) * (1.0 - across.x * across.x);
  float threads = smoothstep(0.25, 0.80, texture(noise_map, thread).r);
  color = vec4(lit, strength * middle * threads);
}
