// Trunks with the rings of shed fronds, translucent fronds, cloth and skin. With SHADOW, the fraction of the light that
// is left in their shadow.
in vec3 place;
in vec3 normal;
in vec3 from_foot;
in float risen;
flat in float part;
flat in float own;
out vec4 color;

const vec3 kTrunk = vec3(0.115, 0.078, 0.048), kFrond = vec3(0.070, 0.115, 0.028), kSkin = vec3(0.22, 0.115, 0.062);
const vec3 kDryFrond = vec3(0.19, 0.155, 0.065);
const vec3 kRobe[3] = vec3[3](vec3(0.66, 0.62, 0.54), vec3(0.055, 0.095, 0.24), vec3(0.33, 0.10, 0.055));
const vec3 kCloth = vec3(0.70, 0.66, 0.58);
const float kRing = 0.22;      // distance between the rings of a trunk, m
const float kThrough = 0.55;   // fraction of the light from behind that passes through a frond
// Fraction of the sun that a shadow blocks: there are gaps between leaflets, and its edge is soft.
const float kDense = 0.85;
const float kShaded = 0.45;    // fraction of the sky that the upper fronds leave deep in a crown

void main() {
#ifdef SHADOW
  if (risen < 0.0) discard;  // buried parts cast no shadow
  color = thrown_shadow(place, kDense);
#else
  vec3 way = place - eye.xyz;
  float distance = length(way);
  way /= distance;
  vec2 uv = land_uv(place.xy);
  float visible = smoothstep(0.22, 0.78, textureLod(surface_map, uv, 0.0).w);
  visible = sun_above(uv, visible, place.z - textureLod(height_map, uv, 0.0).r) * cloud_passes(place);
  vec3 face = normalize(normal);
  bool leaf = part > 0.5 && part < 1.5;
  if (leaf && dot(face, way) > 0.0) face = -face;
  vec3 albedo = kTrunk * (0.75 + 0.5 * smoothstep(0.1, 0.5, abs(fract(from_foot.z / kRing) - 0.5)));
  if (leaf) albedo = mix(kFrond, kDryFrond, 0.5 * own * own + 0.3 * max(-face.z, 0.0));
  else if (part > 3.5) albedo = kCloth;
  else if (part > 2.5) albedo = kSkin;
  else if (part > 1.5) albedo = kRobe[int(3.0 * own)];
  float nl = dot(face, sun.xyz);
  float direct = leaf ? max(nl, -kThrough * nl) : max(nl, 0.0);
  float facing = 0.5 + 0.5 * face.z;
  vec3 sky = sky_fill.rgb * mix(kShaded, 1.0, facing) + bounce.rgb * (1.0 - facing);
  color = finish(through_air(albedo * (sun_light.rgb * (direct * visible) + sky), way, distance));
#endif
}
