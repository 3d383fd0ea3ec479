// The sky, the sun and thin cloud. Below a cut block, the floor on which the block stands.
in vec2 point;
out vec4 color;

const float kDisc = 6.0;                        // radiance of its brightest channel
const vec2 kDiscEdge = vec2(0.99987, 0.99993);  // cosines

const vec3 kFloor = vec3(0.47, 0.42, 0.36);
// Distances from the land's centre over which the floor fades, in lengths of the land.
const float kFloorNear = 0.7, kFloorFar = 4.5;
const float kShadow = 0.75;                     // fraction of the sun's light that the block keeps from the floor
const float kPenumbra = 0.02;                   // in lengths of the land
const float kRim = 0.25;  // height at which the rim of a block is assumed, as a fraction of the land's relief

// Fair-weather cumulus. Lengths are in heights of the base of the clouds, and the layer is bent down, so that the
// clouds end above the horizon.
const float kCloudCurve = 0.045, kCloudLow = 0.10;
const float kCloudThick = 0.34;                  // height of the largest clouds above their base
const float kCloudTiles = 0.05;                 // tiles of the noise
const float kCloudSky = 0.85, kCloudSun = 0.60;  // fractions of the light of the sky and the sun that they reflect
const vec2 kCloudShift = vec2(5.3, 8.9);         // in tiles, of the clouds of different lands
const float kCloudCover = 0.8;                   // rise of the pattern of clouds with the fraction that they cover
const float kCloudDrift = 0.0012;                // tiles per s
const float kSunward = 0.35;                     // distance at which the cloud towards the sun is looked up
const float kCloudNarrows = 0.30;                // how much less far within a cloud a place at its greatest height is
const vec2 kCloudHeaps = vec2(0.35, 0.21);       // shift of the finest heaps over that height, in their tiles
const float kCloudDense = 14.0;                  // optical depth of the layer within a cloud
const float kCloudShade = 0.24;                  // light in the shade of other cloud
const float kCloudFoot = 0.30;                   // light on a sunny base, relative to that on a sunny top
#ifdef FULL
const int kCloudLooks = 20;
#else
const int kCloudLooks = 1;
#endif

// The noise that shapes the clouds, at a place of their layer; `right` and `up` are the sides of a pixel there.
float cloud_noise(vec2 at, vec2 right, vec2 up) {
#ifdef FULL
  return textureGrad(noise_map, at, right, up).r;
#else
  return texture(noise_map, at).r;
#endif
}

// How far a place of the layer is within a cloud, from about -0.8 to 0.4; above 0 there is cloud. `above`: the height
// over the base as a fraction of that of the largest clouds.
float cloud_at(vec2 at, float above, vec2 right, vec2 up) {
  vec2 place = kCloudTiles * at - kCloudDrift * eye.w * wind.xy + bounce.w * kCloudShift;
  vec2 x = kCloudTiles * right, y = kCloudTiles * up;
  float cover = 0.9 * cloud_noise(0.55 * place + 0.21, 0.55 * x, 0.55 * y) +
                0.8 * cloud_noise(2.7 * place + 0.37, 2.7 * x, 2.7 * y) - 1.09;
  cover += kCloudCover * (sky_fill.w - kUsualCover);
#ifdef FULL
  // Heaps on heaps: the finer ones change with the height.
  cover += 0.22 * (cloud_noise(7.3 * place + kCloudHeaps * above, 7.3 * x, 7.3 * y) - 0.5);
#endif
  return cover - kCloudNarrows * above;
}

// Cloud in a direction: the fraction of the sky that it hides, and the light on it relative to that on its sunny side.
vec2 clouds(vec3 way) {
  vec2 high = way.xy / (way.z + kCloudCurve);
  vec2 right = dFdx(high), up = dFdy(high);
  vec2 sunward = kSunward * normalize(sun.xy + 1.0e-4);
#ifdef FULL
  float begins = ordered_noise();
#else
  float begins = 0.4;
#endif
  float passes = 1.0, light = 0.0;
  for (int i = 0; i < kCloudLooks; ++i) {
    float above = (float(i) + begins) / float(kCloudLooks);
    vec2 at = high * (1.0 + kCloudThick * above);
    float within = cloud_at(at, above, right, up);
#ifdef FULL
    float shaded = max(cloud_at(at + sunward, above + 0.25, right, up), 0.0);
#else
    float shaded = max(0.5 * within, 0.0);
#endif
    float hides = 1.0 - exp2(-kCloudDense / float(kCloudLooks) * smoothstep(0.0, 0.16, within));
    float lit = kCloudShade + (1.0 - kCloudShade) * exp2(-7.0 * shaded) * (kCloudFoot + (1.0 - kCloudFoot) * above);
    light += passes * hides * lit;
    passes *= 1.0 - hides;
  }
  return vec2(1.0 - passes, light / max(1.0 - passes, 1.0e-3));
}

// Radiance of the pale floor at the foot of a block: darker under its walls and in its shadow.
vec3 floor_light(vec2 at) {
  vec2 low = max(slice.xy, 0.0) * slice.z, high = land_size.xy - max(-slice.xy, 0.0) * (land_size.xy + slice.z);
  float extent = max(land_size.x, land_size.y);
  float contact = 1.0 - 0.55 * exp2(-24.0 * length(max(max(low - at, at - high), 0.0)) / extent);
  // Distances in m at which the ray towards the sun enters and leaves the block.
  vec2 step_on = sun.xy / max(length(sun.xy), 1.0e-4);
  step_on += vec2(lessThan(abs(step_on), vec2(1.0e-4))) * 1.0e-4;
  vec2 first = (low - at) / step_on, second = (high - at) / step_on;
  float enters = max(max(min(first.x, second.x), min(first.y, second.y)), 0.0);
  float leaves = min(max(first.x, second.x), max(first.y, second.y));
  float rim = mix(land_range.x, land_range.y, kRim) - land_range.z;
  float over = enters * sun.z / max(length(sun.xy), 1.0e-4) - rim;
  float soft = kPenumbra * extent;
  float shade = kShadow * smoothstep(0.0, soft, leaves - enters) * (1.0 - smoothstep(-soft, soft, over));
  return kFloor * (sun_light.rgb * (sun.z * (1.0 - shade)) + sky_fill.rgb) * contact;
}

void main() {
  vec3 way = normalize(view_ray(point));
  if (way.z < 0.0) {
    vec3 air_color = haze_color(way);
    if (land_range.w > 0.5) {
      color = finish(through_weather(air_color, way));
      return;
    }
    float distance = (land_range.z - eye.z) / min(way.z, -1.0e-4);
    if (distance < 0.0) {
      color = finish(through_weather(air_color, way));
      return;
    }
    vec2 at = eye.xy + way.xy * distance;
    float away = length(at - 0.5 * land_size.xy) / max(land_size.x, land_size.y);
    float lost = smoothstep(kFloorNear, kFloorFar, away);
    color = finish(mix(through_air(floor_light(at), way, distance), through_weather(air_color, way), lost));
    return;
  }
  vec3 sky = clear_sky(way);
  vec2 seen = clouds(way);
  float cloud = seen.x * ground_color.w * smoothstep(0.0, kCloudLow, way.z);
#ifdef RAIN
  sky = under_cloud(sky, cloud);
  cloud *= 1.0 - closed_cloud();
#endif
  float toward = dot(way, sun.xyz);
  vec3 cloud_light = kCloudSky * sky_fill.rgb + seen.y * kCloudSun * sun_light.rgb * (1.0 + 1.5 * glow(toward));
  sky = mix(sky, cloud_light, cloud);
  // The disc keeps the hue of the sun and stands out from its glow.
  float disc = smoothstep(kDiscEdge.x, kDiscEdge.y, toward) * (1.0 - smoothstep(0.0, 0.3, rain.x));
  sky = mix(bent_over(sky), kDisc * sun_hue(), disc);
  color = finish(through_weather(sky, way));
}
