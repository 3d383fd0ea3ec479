// Shared by all stages, after common.glsl: haze, sky, clouds, dust and rain between the eye and a place.

// Forward scattering in haze: two lobes (Henyey & Greenstein 1941) as inverse square roots.
float glow(float cosine) {
  float wide = inversesqrt(1.42 - 1.30 * cosine);
  float narrow = inversesqrt(1.0216 - 1.0200 * cosine);
  return 0.10 * wide * wide * wide + 0.0010 * narrow * narrow * narrow;
}

// The bright sky around the sun would turn white in the tone curve. It is compressed beforehand to keep its hue.
const float kSkyBend = 0.70, kSkyMost = 1.15;  // radiance of the brightest channel

vec3 bent_over(vec3 c) {
  float most = max(max(c.r, c.g), max(c.b, 1.0e-4));
  float over = max(most - kSkyBend, 0.0) / (kSkyMost - kSkyBend);
  return c * ((min(most, kSkyBend) + (kSkyMost - kSkyBend) * over / (1.0 + over)) / most);
}

vec3 sun_hue() { return sun_light.rgb / max(max(sun_light.r, sun_light.g), max(sun_light.b, 1.0e-4)); }

// Light scattered by the air close around the sun has passed through more air and is even redder.
vec3 glow_color(vec3 direction) {
  return sun_light.rgb * sun_hue() * (sun_light.a * glow(dot(direction, sun.xyz)));
}

#ifdef RAIN
// Cloud cover and its colour: rain falls from a cloud with darker parts.
float closed_cloud() { return land_range.w * smoothstep(0.0, 0.5, rain.x); }
vec3 under_cloud(vec3 sky, float darker) {
  return mix(sky, rain_light.rgb * (1.15 - 0.5 * darker), closed_cloud());
}
#endif

// Radiance of the air at the horizon in `direction`; the land fades into it.
vec3 haze_color(vec3 direction) {
  vec3 color = bent_over(sky_horizon.rgb + glow_color(direction));
#ifdef RAIN
  color = under_cloud(color, 0.0);
#endif
  return color;
}

// Not yet compressed by bent_over(), because thin cloud comes in front of it.
vec3 clear_sky(vec3 direction) {
  float low = 1.0 - max(direction.z, 0.0);
  low *= low;
  low *= low;
  low *= low * low;
  vec3 color = mix(sky_zenith.rgb, sky_horizon.rgb, 0.18 * (1.0 - max(direction.z, 0.0)) + 0.82 * low);
  return color + (0.35 + 0.65 * low) * glow_color(direction);
}

vec3 sky_color(vec3 direction) { return bent_over(clear_sky(direction)); }

// Fraction of a colour that passes through the air. It is nearly 1 close to the eye and then falls ever faster, so that
// the foreground keeps its contrast and the end of the land is hidden. The haze lies low, so there is little of it
// along steep lines of sight. It scatters blue light most, which makes far land bluer.
const vec3 kScatters = vec3(0.80, 1.0, 1.30);

vec3 clearness(vec3 direction, float distance) {
  float haze = air.x * distance / (1.0 + air.w * distance * abs(direction.z));
  float end = distance * sky_horizon.a;
  return exp2(-haze * (0.55 + 1.1 * haze) * kScatters) * (1.0 - smoothstep(0.4, 1.0, end));
}

#ifdef DUST
// The front of a dust storm: a wall that runs over the land with the wind. Lengths are in longer sides of the land.
const float kFrontHeight = 0.30;                    // mean height of the wall
const float kBillow = 0.10;                         // depth of its billows
const float kBillowTiles = 0.70;                    // tiles of the noise per longer side
const float kFineBillows = 2.7;                     // tiles of the finer billows per tile of the coarse ones
const float kSkirt = 0.06;                         // distance ahead of the front over which its dust thins
const float kFrontDense = 26.0, kStormDense = 5.0;  // optical depth over the longer side: at the front, and behind it
const float kFrontDeep = 0.15;                      // distance behind the front within which the dust thins
const float kStormDark = 0.55;                      // light within the storm, relative to that on its front
const float kStormTakes = 0.80;                     // fraction of the sun that the storm takes
const float kStormReach = 6.0;                      // length of the way through its billows that is looked at
const int kStormLooks = 32;
const float kAheadOfStorm = 0.15;                   // dust ahead of the front, relative to that without a front

float longer_side() { return max(land_size.x, land_size.y); }

// Distance of a place behind the front, negative ahead of it.
float behind_front(vec2 place) {
  return sky_zenith.w - dot(place - 0.5 * land_size.xy, wind.xy) / longer_side();
}

// Height of the wall above its foot.
float wall_height(float across) {
  return kFrontHeight * (0.75 + 0.5 * textureLod(noise_map, vec2(0.21 * across, 0.31), 3.0).r);
}

// Bulges of the wall at `at`, about 0.55: across the wind, and up. Dust rolls forward and down at the front. `coarser`
// is added to the mip levels.
float billows(vec2 at, float coarser) {
  vec2 rolled = kBillowTiles * at + vec2(0.0, 0.01 * eye.w);
  float coarse = textureLod(noise_map, rolled, 3.0 + coarser).r;
  float fine = textureLod(noise_map, kFineBillows * rolled + 0.15 * coarse, 4.0 + coarser).r;
  // Round bulges that meet in sharp creases.
  float bulge = 0.72 * coarse + 0.30 * sqrt(min(abs(2.4 * fine - 1.2), 0.8));
#ifdef FULL
  float finest = textureLod(noise_map, kFineBillows * (2.6 * rolled.yx + 0.1 * fine), 3.5 + coarser).r;
  bulge += 0.16 * sqrt(min(abs(2.4 * finest - 1.2), 0.7)) - 0.06;
#endif
  return bulge;
}

// Optical depth of the storm between the eye and a point, and the light on what is seen of it.
vec2 storm_ahead(vec3 direction, float distance) {
  float side = longer_side();
  vec2 beside = vec2(-wind.y, wind.x);
  float advance = dot(direction.xy, wind.xy) / side;
  float behind = behind_front(eye.xy);
  vec2 at = vec2(dot(eye.xy, beside), eye.z - dust.x) / side;
  float enters = 0.0, lit = kStormDark, within = 1.0, top = wall_height(at.x);
  if (behind < 0.0) {
    if (advance > -1.0e-5) return vec2(0.0, 1.0);
    vec2 step_on = vec2(dot(direction.xy, beside), direction.z) / side;
    vec2 from = at;
#ifdef FULL
    // Steps through the billows, to the first that the ray meets.
    float first = max((behind + kBillow) / advance, 0.0);
    float last = min((behind - kBillow) / advance, first + kStormReach * side);
    float stride = (last - first) / float(kStormLooks);
    float coarser = max(log2(stride * abs(step_on.x) * kBillowTiles * 16.0), 0.0);
    float begins = 0.5, before = -1.0;
#ifdef FRAGMENT_STAGE
    begins = ordered_noise();
#endif
    enters = last;
    for (int i = 0; i < kStormLooks; ++i) {
      float way = first + stride * (float(i) + begins);
      float now = behind - advance * way + 2.0 * kBillow * (billows(from + way * step_on, coarser) - 0.55);
      if (now > 0.0) {
        // A line between this step and the last meets the surface.
        enters = max(way - stride * clamp(now / max(now - before, 1.0e-5), 0.0, 1.0), 0.0);
        break;
      }
      before = now;
    }
#else
    // The billow where the ray meets the plane of the front.
    float coarser = 0.0;
    float meets = behind / advance;
    enters = max(meets + 2.0 * kBillow * (billows(from + meets * step_on, coarser) - 0.55) / advance, 0.0);
#endif
    at = from + enters * step_on;
    float bulge = billows(at, coarser);
    top = wall_height(at.x) * (0.8 + 0.35 * bulge);
    within = 1.0 - smoothstep(0.35, 1.05, at.y / top);
    within *= 1.0 - smoothstep(0.35 * kStormReach, 0.8 * kStormReach, enters / side);
    vec2 sunward = 0.05 * vec2(dot(sun.xy, beside), sun.z);
    float facing = dot(sun.xy, wind.xy) * inversesqrt(max(dot(sun.xy, sun.xy), 1.0e-4));
    lit = 0.76 + 0.18 * facing + 0.55 * (bulge - billows(at + sunward, coarser)) + 0.45 * (bulge - 0.55);
    lit = clamp(lit * mix(0.58, 1.12, clamp(at.y / kFrontHeight, 0.0, 1.0)), 0.3, 1.25);
  }
  // Some dust runs ahead of the wall, so that its foot has no edge.
  float inside = distance - enters;
  if (enters > 0.0) inside = kSkirt * side * log(1.0 + exp(clamp(inside / (kSkirt * side), -20.0, 20.0)));
  if (direction.z > 0.0) inside = min(inside, max(top - at.y, 0.0) * side / direction.z);
  inside = max(inside, 0.0) / side;
  float depth = kStormDense * inside;
  if (behind < kFrontDeep) depth += (kFrontDense - kStormDense) * min(inside, kFrontDeep - max(behind, 0.0));
  return vec2(air.z * within * depth, lit);
}

// Fraction of the sun's light that the storm leaves at a position.
float storm_passes(vec3 position) {
  float side = longer_side(), behind = behind_front(position.xy);
  float taken = smoothstep(-0.02, 0.10, behind);
  // Ahead of the front, its wall throws a shadow if the sun is behind it.
  float towards = -dot(sun.xy, wind.xy) / max(sun.z, 0.05);
  float up = towards > 0.0 ? -behind / towards : 1.0;
  float top = wall_height(dot(position.xy, vec2(-wind.y, wind.x)) / side);
  taken = max(taken, 1.0 - smoothstep(0.6 * top, top, up));
  return 1.0 - air.z * kStormTakes * taken;
}
#endif

const float kUsualCover = 0.4;  // fraction of the sky that clouds cover by default
// Shadows of fair-weather clouds: their size in longer sides of the land, the fraction of the sun that they take, and
// their speed relative to the wind; the shift of the pattern in different lands, and its rise with the cover.
const float kCloudShadowShift = 3.7, kCloudShadowCover = 0.2;
const float kCloudShadows = 4.0, kCloudTakes = 0.55, kCloudShadowDrift = 0.5;

// Fraction of the sun that passes through the clouds over a position.
float cloud_passes(vec3 position) {
  vec2 drift = kCloudShadowDrift * wind.z * eye.w * wind.xy;
  vec2 at = (position.xy - drift) / (kCloudShadows * max(land_size.x, land_size.y));
  float cloud = textureLod(noise_map, at + vec2(0.07, 0.60) + kCloudShadowShift * bounce.w, 1.0).r;
  cloud = smoothstep(0.50, 0.68, cloud + kCloudShadowCover * (sky_fill.w - kUsualCover));
  // A few small clouds take less of the sun than many large ones.
  cloud *= min(sky_fill.w / kUsualCover, 1.0);
  float passes = 1.0 - kCloudTakes * cloud * (1.0 - smoothstep(0.0, 0.3, rain.x)) * ground_color.w;
#ifdef DUST
  for (bool rages = air.z > 0.0; rages; rages = false) passes *= storm_passes(position);
#endif
  return passes;
}

#ifdef FRAGMENT_STAGE
// Factor by which a cast shadow darkens the picture at `place`, where it blocks the fraction `dense` of the sun.
vec4 thrown_shadow(vec3 place, float dense) {
  vec3 way = place - eye.xyz;
  float distance = length(way);
  vec2 uv = land_uv(place.xy);
  vec4 ground = textureLod(surface_map, uv, 0.0);
  float open = textureLod(cover_map, uv, 0.0).r;
  float visible = smoothstep(0.22, 0.78, sun_at(place.xy, uv, ground.w));
#ifdef FULL
  visible *= cloud_passes(place);
#endif
  vec3 up = normalize(vec3(-drawn_out(place.xy, ground.xy * axes_at(uv)), 1.0));
  vec3 sky = sky_fill.rgb * open + bounce.rgb * (1.0 - open);
  vec3 kept = sky / (sky + sun_light.rgb * (max(dot(up, sun.xyz), 0.0) * visible));
  // The picture is encoded, approximately by square roots.
  return vec4(sqrt(mix(vec3(1.0), kept, dense * clearness(way / distance, distance).g)), 1.0);
}
#endif

#ifdef FULL
const int kDustLooks = 10;
#else
const int kDustLooks = 4;
#endif
const float kDustTop = 3.0;                    // scale heights of the dust above which there is none
const float kDustBanks = 0.9;                  // tiles of the noise in which dust gathers, over the land's longer side
const float kDustBankMip = 4.0;
const vec2 kDustBankLean = vec2(0.31, 0.17);   // tiles per scale height
const float kDustBankDrift = 3.0;              // m/s per m/s of wind
const float kDustReach = 2.5;                  // longer sides of the land; dust beyond this distance is neglected
const float kDustGlow = 0.35;                  // fraction of the sun's light that dust scatters forward

#ifdef DUST
// Optical depth of the dust between the eye and a point, summed over a few samples that are denser near the eye.
float dust_depth(vec3 direction, float distance) {
  float top = dust.x + kDustTop / max(dust.y, 1.0e-9);
  float up = abs(direction.z) > 1.0e-4 ? direction.z : 1.0e-4;
  float crossing = (top - eye.z) / up;
  float begin = eye.z > top ? (up < 0.0 ? crossing : distance) : 0.0;
  float end = eye.z < top && up > 0.0 ? min(crossing, distance) : distance;
  end = min(end, begin + kDustReach * max(land_size.x, land_size.y));
  int looks = end > begin ? kDustLooks : 0;
  float depth = 0.0;
  for (int i = 0; i < looks; ++i) {
    float share = (float(i) + 0.5) / float(looks);
    vec3 place = eye.xyz + direction * mix(begin, end, share * share);
    vec2 uv = place.xy * land_size.zw;
    float beyond = length(max(abs(uv - 0.5) - 0.5, 0.0)) * (1.0 - land_grid.w);
    float thins = exp2(-1.4427 * max(place.z - dust.x, 0.0) * dust.y);
    // Dust is mixed more evenly higher up. Otherwise the structure of its map would appear as columns in the sky.
    float mixed = max(smoothstep(0.0, 0.5, beyond), 1.0 - thins * thins);
    float here = mix(textureLod(raw_dust, uv, dust.w).r, dust.z, mixed);
    // Beyond a block cut out of the world there is no air.
    here *= land_range.w > 0.5 ? 1.0 : step(beyond, 0.0);
    vec2 bank = (place.xy - wind.xy * (kDustBankDrift * wind.z * eye.w)) * (kDustBanks / max(land_size.x, land_size.y));
    // The banks lean. Otherwise they would appear as columns in the sky.
    bank += place.z * dust.y * kDustBankLean;
    here *= 0.75 + 0.5 * textureLod(noise_map, bank, kDustBankMip).r;
    depth += here * share * thins;
  }
  return depth * dust_light.a * mix(1.0, kAheadOfStorm, air.z) * 2.0 * (end - begin) / float(kDustLooks);
}

// Light of the dust between the eye and a point; fourth, the fraction of the light behind it that passes.
vec4 dusty(vec3 direction, float distance) {
  float even = dust_depth(direction, distance);
  vec2 storm = vec2(0.0, 1.0);
  // A loop, because drivers that draw on the processor would execute both sides of a branch.
  for (bool rages = air.z > 0.0; rages; rages = false) storm = storm_ahead(direction, distance);
  float lit = mix(1.0, storm.y, storm.x / max(even + storm.x, 1.0e-4));
  vec3 light = dust_light.rgb * (lit * (1.0 + kDustGlow * glow(dot(direction, sun.xyz))));
  return vec4(light, exp2(-1.4427 * (even + storm.x)));
}

#endif

#ifdef RAIN
float rain_patch(ivec2 at) {
  int i = 8 * at.y + at.x;
  return rain_shares[i / 4][i % 4];
}

// Rain at a place, relative to the mean of the land. Beyond open edges it is that at the edge.
float rain_share(vec2 place) {
  if (rain.z < 0.5) return 1.0;
  vec2 at = 8.0 * place * land_size.zw - 0.5;
  vec2 share = at - floor(at);
  ivec2 low = ivec2(floor(at)), high = low + 1;
  bool wraps = land_grid.w > 0.5;
  low = wraps ? low & 7 : clamp(low, 0, 7);
  high = wraps ? high & 7 : clamp(high, 0, 7);
  return mix(mix(rain_patch(low), rain_patch(ivec2(high.x, low.y)), share.x),
             mix(rain_patch(ivec2(low.x, high.y)), rain_patch(high), share.x), share.y);
}

const int kRainLooks = 4;
const float kRainNear = 0.35;                 // distance within which rain hardly veils, in lengths of sight
const float kCurtains = 0.55;                 // tiles of the noise in which rain gathers, per length of sight
const float kCurtainsFar = 0.9;  // distance of the curtains visible against the sky, in lengths of sight in rain
const float kCurtainMip = 2.0;
const float kCurtainDrift = 0.5;              // fraction of the wind's speed
const float kCurtainLean = 0.04;              // m/m per m/s of wind

// Optical depth of falling rain between the eye and a point. The eye is never above the cloud.
float rain_depth(vec3 direction, float distance) {
  float end = min(distance, (rain.w - eye.z) / max(direction.z, 1.0e-4));
  float falls = 1.0;
  // A loop, because drivers that draw on the processor would execute both sides of a branch.
  for (bool mapped = rain.z > 0.5; mapped; mapped = false) {
    falls = 0.0;
    for (int i = 0; i < kRainLooks; ++i) {
      float share = (float(i) + 0.5) / float(kRainLooks);
      falls += 2.0 * share / float(kRainLooks) * rain_share(eye.xy + direction.xy * (end * share * share));
    }
  }
  // In the distance rain appears as curtains, which lean with the wind.
  float far = distance * rain_light.w;
  vec3 place = eye.xyz + direction * (kCurtainsFar / rain_light.w);
  vec2 at = place.xy - wind.xy * wind.z * (kCurtainDrift * eye.w - kCurtainLean * (rain.w - place.z));
  float curtain = textureLod(noise_map, at * (kCurtains * rain_light.w), kCurtainMip).r - 0.5;
  float gathers = 1.0 + 0.8 * curtain * smoothstep(0.3, 1.2, far);
  return rain.y * falls * gathers * end * far / (far + kRainNear);
}

// Fraction of the light that passes through falling rain.
float rain_clearness(vec3 direction, float distance) { return exp2(-1.4427 * rain_depth(direction, distance)); }
#endif

// What the air does to light between the eye and a point.
struct Air {
  vec3 added;
  vec3 passes;  // fraction
};

Air air_between(vec3 direction, float distance) {
  Air between;
  between.passes = clearness(direction, distance);
  between.added = haze_color(direction) * (1.0 - between.passes);
#ifdef DUST
  vec4 dust_here = dusty(direction, distance);
  between = Air(mix(dust_here.rgb, between.added, dust_here.a), between.passes * dust_here.a);
#endif
#ifdef RAIN
  float through_rain = rain_clearness(direction, distance);
  between = Air(mix(rain_light.rgb, between.added, through_rain), between.passes * through_rain);
#endif
  return between;
}

vec3 through_air(vec3 color, vec3 direction, float distance) {
  Air between = air_between(direction, distance);
  return between.added + between.passes * color;
}

// The same for light from beyond all haze.
vec3 through_weather(vec3 color, vec3 direction) {
#ifdef DUST
  float sight = sky_horizon.a > 0.0 ? 1.0 / sky_horizon.a : 2.0 * max(land_size.x, land_size.y);
  vec4 dust_here = dusty(direction, sight);
  color = mix(dust_here.rgb, color, dust_here.a);
#endif
#ifdef RAIN
  if (land_range.w > 0.5) color = mix(rain_light.rgb, color, rain_clearness(direction, 1.0 / sky_horizon.a));
#endif
  return color;
}
