// How far the land is, for shading it later.
in vec3 position;
out vec4 color;

void main() { color = vec4(length(position - eye.xyz), 0.0, 0.0, 1.0); }
