// The sky, the sun, thin cloud; under a cut block, the floor that it stands on.
in vec2 point;
out vec4 color;

const float kDisc = 6.0;                        // radiance of its brightest channel
const vec2 kDiscEdge = vec2(0.99987, 0.99993);  // cosines

void main() {
  vec3 way = normalize(ray_forward.xyz + point.x * ray_right.xyz + point.y * ray_up.xyz);
  if (way.z < 0.0) {
    vec3 air_color = haze_color(way);
    if (land_range.w > 0.5) {
      color = finish(through_dust(air_color, way));
      return;
    }
    // A pale floor at the block's foot, darker under its walls.
    float distance = (land_range.z - eye.z) / min(way.z, -1.0e-4);
    vec2 at = eye.xy + way.xy * distance;
    vec2 low = max(slice.xy, 0.0) * slice.z, high = land_size.xy - max(-slice.xy, 0.0) * (land_size.xy + slice.z);
    vec2 outside = max(max(low - at, at - high), 0.0);
    float extent = max(land_size.x, land_size.y);
    float contact = 1.0 - 0.55 * exp2(-24.0 * length(outside) / extent);
    vec3 floor_color = vec3(0.34, 0.33, 0.32) * (sun_light.rgb * max(sun.z, 0.0) + sky_fill.rgb) * contact;
    color = finish(distance < 0.0 ? through_dust(air_color, way) : through_air(floor_color, way, distance));
    return;
  }
  vec3 sky = clear_sky(way);
#ifdef FULL
  vec2 high = way.xy / (way.z + 0.08);
  float cloud = texture(noise_map, high * vec2(0.021, 0.047) + 0.0004 * eye.w).r *
                (0.5 + texture(noise_map, high * vec2(0.09, 0.17) + 0.3).r);
#else
  vec2 high = way.xy / (way.z + 0.08);
  float cloud = texture(noise_map, high * vec2(0.021, 0.047) + 0.0004 * eye.w).r;
#endif
  cloud = 0.6 * smoothstep(0.48, 1.0, cloud) * smoothstep(0.0, 0.25, way.z);
  float toward = dot(way, sun.xyz);
  sky += cloud * (0.30 * sky_horizon.rgb + 0.05 * sun_light.rgb * (1.0 + 2.0 * glow(toward)));
  // The disc keeps the sun's hue and stands out of its glow.
  sky = mix(bent_over(sky), kDisc * sun_hue(), smoothstep(kDiscEdge.x, kDiscEdge.y, toward));
  color = finish(through_dust(sky, way));
}
