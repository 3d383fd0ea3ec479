// A plant, with one triangle per blade or leaf: a tuft of green or dry grass, whose blades lean outward from one root;
// a low bush, whose leaves lie on a dome; or a shrub, whose crown stands on stems. All sway in the wind. With SHADOW,
// their shadows on the ground are drawn instead.
layout(location = 0) in vec4 tuft;  // x, y, height in m; its form plus a random number in [0, 1)

uniform vec4 detail;  // triangles per plant; width of a pixel at distance 1; 1: two triangles per leaf

out vec3 place;
out vec3 lit;  // light; with SHADOW, distance by which the shadow misses the ground, in heights of the plant

// By form: grass, straw, bush, shrub.
const float kSupple[4] = float[](1.0, 1.3, 0.25, 0.4);
// Crown, in heights of the plant: half its width, half its height, height of its centre; cosine of its lowest leaves.
const vec4 kBush = vec4(0.70, 0.85, 0.10, -0.05), kShrub = vec4(0.46, 0.42, 0.58, -0.75);
const int kStems = 2;
const int kSearch = 4;
// Offset of a shadow towards the eye, as a fraction of its distance; and upwards, m.
const float kTowardEye = 0.004, kAbove = 0.02;
const vec3 kStraw = vec3(0.40, 0.30, 0.13), kWood = vec3(0.13, 0.10, 0.07);
const float kPlainPixels = 5.0, kOwnPixels = 14.0;  // heights in pixels between which a plant's own hue appears

float random(float seed) { return fract(sin(12.9898 * seed) * 43758.547); }

vec3 hue(int form, float own) {
  vec3 green = plant_color.rgb;
  float other = fract(own * 7.9);
  if (form == 0) return mix(green * vec3(0.85, 1.02, 0.80), green * vec3(1.45, 1.30, 0.85), other);
  if (form == 1) return mix(kStraw, green, 0.35 * other);
  if (form == 2) return mix(green * vec3(1.05, 1.12, 1.45), green * vec3(0.80, 0.92, 0.75), other);
  return green * mix(vec3(0.50, 0.58, 0.55), vec3(0.85, 0.88, 0.62), other);
}

// Mip of the ground on which a plant stands: slabs of sand that pass do not shake it.
const float kRootLevel = 2.0;

void main() {
  int blade = gl_VertexID / 3, corner = gl_VertexID % 3;
  int form = int(tuft.w);
  float own = fract(tuft.w), count = detail.x, size = tuft.z;
  float chance = random(own + 0.37 * float(blade)), second = fract(chance * 57.0);
  float turn = 2.399963 * float(blade) + 6.283185 * own;
  vec2 outward = vec2(cos(turn), sin(turn));
  vec3 normal, at;  // of the blade or leaf; m from the root
  vec3 albedo = hue(form, own);
  float shade = 1.0;
  if (form < 2) {
    // Some tufts are slender and some spread wide; some are thick and some have few blades.
    float spread = 0.20 + 0.65 * fract(own * 5.3);
    float lean = spread * (0.25 + 0.75 * chance);
    float width = (0.20 + 0.14 * fract(own * 13.7)) / sqrt(count);
    vec3 tip = size * (0.55 + 0.45 * second) * vec3(lean * outward, 1.0 - 0.4 * lean * lean);
    vec3 root = vec3(0.16 * size * spread * second * outward, -0.08 * size);
    vec3 side = width * size * vec3(-outward.y, outward.x, 0.0);
    at = corner == 2 ? tip : root + (corner == 0 ? side : -side);
    if (chance > 0.55 + 0.65 * fract(own * 3.1)) at = root;
    normal = normalize(vec3(0.8 * outward, 0.6));
    shade = corner == 2 ? 1.10 : 0.42;
  } else {
    // A leaf of two triangles is pointed at both ends and widest slightly below its middle.
    bool paired = detail.z > 0.5, outer = !paired || blade % 2 == 1;
    if (paired) {
      blade /= 2;
      count *= 0.5;
      chance = random(own + 0.37 * float(blade));
      second = fract(chance * 57.0);
      turn = 2.399963 * float(blade) + 6.283185 * own;
      outward = vec2(cos(turn), sin(turn));
    }
    vec4 crown = form == 2 ? kBush : kShrub;
    float stems = form == 2 ? 0.0 : float(kStems);
    float wide = crown.x * (0.75 + 0.5 * fract(own * 5.3));
    float share = (float(blade) - stems + 0.5) / (count - stems);
    if (share < 0.0) {
      vec3 side = 0.035 * size * vec3(-outward.y, outward.x, 0.0);
      at = corner == 2 ? size * vec3(0.5 * wide * outward, crown.z) : corner == 0 ? side : -side;
      at.z -= 0.05 * size;
      if (!outer) at = vec3(0.0);
      normal = vec3(outward, 0.0);
      albedo = kWood;
    } else {
      float up = mix(1.0, crown.w, share);
      normal = vec3(sqrt(1.0 - up * up) * outward, up);
      // A few large leaves in the dark interior make the crown opaque; small ones surround them.
      bool within = blade % 3 == 0;
      float out_to = within ? 0.50 : 0.70 + 0.30 * chance;
      vec3 middle = normal * vec3(wide, wide, crown.y) * out_to + vec3(0.0, 0.0, crown.z);
      // Leaves are turned in all directions, and point outward and up.
      float twist = 6.283185 * second;
      vec3 level = vec3(-outward.y, outward.x, 0.0), steep = cross(normal, level);
      vec3 way = normalize(cos(twist) * level + sin(twist) * steep + 0.6 * normal + vec3(0.0, 0.0, 0.3));
      vec3 side = normalize(cross(way, normal));
      float leaf = 1.2 * wide * inversesqrt(count) * (within ? (count > 20.0 ? 1.85 : 1.1) : 0.75 + 0.6 * second);
      vec2 shape = within ? vec2(1.0, 0.9) : vec2(1.6, 0.6);  // length and half width
      vec3 base = (paired ? 0.0 : -0.6) * way + (corner == 0 ? shape.y : -shape.y) * side;
      vec3 off = leaf * (corner == 2 ? (outer ? shape.x : -1.2) * way : base);
      at = size * (middle + off);
      shade = (0.45 + 0.55 * smoothstep(-0.4, 0.9, up)) * (corner == 2 ? 1.12 : 0.80);
      shade *= within ? 0.62 : 0.85 + 0.3 * second;
    }
  }
  float gust = 0.12 + 0.04 * sin(1.3 * eye.w + 0.35 * dot(tuft.xy, wind.xy) / land_grid.z + 6.0 * own);
  float height = max(at.z / size, 0.0);
  at.xy += (0.1 * wind.z * gust * kSupple[form] * size * height * height) * wind.xy;
  place = vec3(tuft.xy, land_height(tuft.xy, kRootLevel)) + at;

#ifdef SHADOW
  // Searches for the point where a ray of the sun meets the ground. On slopes as steep as the ray there is none nearby.
  vec2 down = place.xy;
  float fallen = 0.0;  // m
  for (int i = 0; i < kSearch; ++i) {
    fallen = max(place.z - textureLod(height_map, land_uv(down), 0.0).r, 0.0);
    down = place.xy - sun.xy * (fallen / max(sun.z, 0.05));
  }
  float ground = land_height(down, 0.0);
  lit = vec3(abs(place.z - fallen - ground) / size);
  place = vec3(down, ground + kAbove);
  gl_ClipDistance[0] = behind_slice(tuft.xy);
  gl_Position = view_projection * vec4(mix(place, eye.xyz, kTowardEye), 1.0);
#else
  // In the distance, plants have the green of the ground; otherwise they would look like noise.
  float pixels = size / (detail.y * length(place - eye.xyz));
  albedo = mix(plant_color.rgb, albedo, smoothstep(kPlainPixels, kOwnPixels, pixels));
  // Blades let light through; their roots lie in the shade of the others.
  vec2 uv = land_uv(tuft.xy);
  float visible = smoothstep(0.2, 0.8, sun_at(tuft.xy, uv, textureLod(surface_map, uv, 0.0).w));
#ifdef FULL
  visible *= cloud_passes(place);
#endif
  float facing = 0.40 + 0.60 * max(dot(normal, sun.xyz), 0.0);
  vec3 light = sun_light.rgb * (facing * visible) + sky_fill.rgb * (0.55 + 0.35 * normal.z) + bounce.rgb * 0.3;
  lit = albedo * light * shade;
  gl_ClipDistance[0] = behind_slice(tuft.xy);
  gl_Position = view_projection * vec4(place, 1.0);
#endif
}
