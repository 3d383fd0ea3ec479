// One triangle that covers the whole picture.
out vec2 point;  // -1 to 1

void main() {
  point = vec2(gl_VertexID == 1 ? 3.0 : -1.0, gl_VertexID == 2 ? 3.0 : -1.0);
  gl_ClipDistance[0] = 1.0;
  gl_Position = vec4(point, 1.0, 1.0);
}
