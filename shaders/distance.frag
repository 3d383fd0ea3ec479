// Distance of the land, or of the water on it, for deferred shading.
in vec3 position;
out vec4 color;

void main() {
#ifdef WATER_SURFACE
  if (water_at(position.xy, land_uv(position.xy)).x <= 0.0) discard;
#endif
  color = vec4(length(position - eye.xyz), 0.0, 0.0, 1.0);
}
