// A blade, lit at its corners.
in vec3 place;
in vec3 lit;
out vec4 color;

void main() {
  vec3 way = place - eye.xyz;
  float distance = length(way);
  color = finish(through_air(lit, way / distance, distance));
}
