// A streak of sand or rain that is dense in its middle and fades towards its sides and ends.
in vec2 across;
in vec3 lit;
in float strength;
out vec4 color;

void main() {
  float middle = (1.0 - across.y * across.y) * (1.0 - across.x * across.x);
  color = vec4(lit, strength * middle);
}
