// A slender arrow with soft edges.
in vec2 shape;

uniform vec4 arrow;  // as in arrow.vert

out vec4 color;

void main() {
  float head = 0.72;
  float half_width = shape.x < head ? 0.16 : 0.62 * (1.0 - shape.x) / (1.0 - head);
  float soft = max(fwidth(shape.y), 0.02);
  float inside = smoothstep(soft, -soft, abs(shape.y) - half_width) * smoothstep(0.0, 0.35, shape.x);
  color = vec4(1.0, 0.97, 0.90, arrow.w * inside);
}
