// Smooths edges in the finished picture by blending along them (the short form of FXAA, after Lottes 2009).
uniform sampler2D scene_map;
uniform vec4 sharpening;  // increase of the contrast to the neighbours if fewer pixels are drawn than shown

in vec2 point;
out vec4 color;

const float kEdgeLeast = 0.035;   // lower contrast is ignored
const float kEdgeShare = 0.14;    // the same, as a fraction of the brightest neighbour
const float kSpanPixels = 6.0;

float brightness(vec2 uv) { return textureLod(scene_map, uv, 0.0).g; }

void main() {
  vec2 uv = 0.5 * point + 0.5;
  vec2 pixel = 1.0 / vec2(textureSize(scene_map, 0));
  vec4 middle = textureLod(scene_map, uv, 0.0);
  float nw = brightness(uv + vec2(-0.5, 0.5) * pixel), ne = brightness(uv + vec2(0.5, 0.5) * pixel);
  float sw = brightness(uv + vec2(-0.5, -0.5) * pixel), se = brightness(uv + vec2(0.5, -0.5) * pixel);
  float low = min(middle.g, min(min(nw, ne), min(sw, se)));
  float high = max(middle.g, max(max(nw, ne), max(sw, se)));
  color = middle;
  color.rgb *= 1.0 + sharpening.x * (middle.g - 0.25 * (nw + ne + sw + se)) / max(middle.g, 0.1);
  if (high - low < max(kEdgeLeast, kEdgeShare * high)) return;
  vec2 along = vec2((sw + se) - (nw + ne), (ne + se) - (nw + sw));
  float least = min(abs(along.x), abs(along.y)) + 0.03;
  along = clamp(along / least, -kSpanPixels, kSpanPixels) * pixel;
  vec4 near_pair = 0.5 * (textureLod(scene_map, uv - along / 6.0, 0.0) + textureLod(scene_map, uv + along / 6.0, 0.0));
  vec4 far_pair = 0.25 * (textureLod(scene_map, uv - along / 2.0, 0.0) + textureLod(scene_map, uv + along / 2.0, 0.0)) +
                  0.5 * near_pair;
  color = far_pair.g < low || far_pair.g > high ? near_pair : far_pair;
}
