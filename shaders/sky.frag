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

// Clouds lie on a plane that is bent down, so that they end above the horizon. The cover is compared with that towards
// the sun, at a distance in heights of the plane.
const float kCloudCurve = 0.06, kCloudLow = 0.16, kSunward = 0.12;
const float kCloudHides = 0.80;                  // largest fraction of the sky that a cloud hides
const float kCloudSky = 0.80, kCloudSun = 0.42;  // fractions of the light of the sky and the sun that it reflects
const float kCloudDrift = 0.0012;                // tiles per s

// Cover of cloud, 0 to 1: banks of fair-weather cloud that are broken up into shreds.
float cloud_at(vec2 high) {
  vec2 drift = kCloudDrift * eye.w * wind.xy;
  float bank = texture(noise_map, high * 0.028 - drift + 0.21).r;
  float shreds = texture(noise_map, high * vec2(0.11, 0.14) - 2.0 * drift + 0.4 * bank).r;
#ifdef FULL
  shreds += 0.45 * (texture(noise_map, high * 0.41 - 3.0 * drift + 0.1 * shreds).r - 0.5);
#endif
  return smoothstep(0.05, 0.95, 1.9 * (bank - 0.60) + 1.2 * (shreds - 0.45));
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
  vec3 way = normalize(ray_forward.xyz + point.x * ray_right.xyz + point.y * ray_up.xyz);
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
  vec2 high = way.xy / (way.z + kCloudCurve);
  float cloud = cloud_at(high);
#ifdef FULL
  // Cloud is bright where there is less of it towards the sun.
  float sunward = cloud_at(high + kSunward * normalize(sun.xy + 1.0e-4));
  float lit = clamp(0.75 + 0.9 * (cloud - sunward) - 0.25 * cloud, 0.3, 1.0);
#else
  float lit = 1.0 - 0.5 * cloud;
#endif
  cloud *= ground_color.w * smoothstep(0.0, kCloudLow, way.z);
#ifdef RAIN
  sky = under_cloud(sky, cloud);
  cloud *= 1.0 - closed_cloud();
#endif
  float toward = dot(way, sun.xyz);
  vec3 cloud_light = kCloudSky * sky_fill.rgb + lit * kCloudSun * sun_light.rgb * (1.0 + 1.5 * glow(toward));
  sky = mix(sky, cloud_light, kCloudHides * cloud);
  // The disc keeps the hue of the sun and stands out from its glow.
  float disc = smoothstep(kDiscEdge.x, kDiscEdge.y, toward) * (1.0 - smoothstep(0.0, 0.3, rain.x));
  sky = mix(bent_over(sky), kDisc * sun_hue(), disc);
  color = finish(through_weather(sky, way));
}
