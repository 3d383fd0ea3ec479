// A blade or leaf, lit at its corners. With SHADOW, the fraction of the light that is left in its shadow.
in vec3 place;
in vec3 lit;
out vec4 color;

const float kMissed = 0.3;
const float kDense = 0.7;  // fraction of the sun that a shadow blocks; its edge is soft

void main() {
#ifdef SHADOW
  if (lit.x > kMissed) discard;
  color = thrown_shadow(place, kDense);
#else
  vec3 way = place - eye.xyz;
  float distance = length(way);
  color = finish(through_air(lit, way / distance, distance));
#endif
}
