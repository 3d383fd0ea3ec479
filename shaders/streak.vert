// Sand in the air, or a drop of water: a thin quad stretched along its path.
layout(location = 0) in vec4 particle;  // position m; load as a fraction of its capacity
layout(location = 1) in vec4 velocity;  // m/s; the particle's soil

uniform vec4 streak;  // seconds of path shown; width m; opacity; 1: water, 0: sand
uniform vec4 focus;   // target of the camera, m; a periodic land shows each particle where it is nearest to the target

out vec2 across;  // -1 to 1 in both directions
out vec3 lit;     // encoded as in the picture
out float strength;

const float kFaintest = 0.004;  // opacity below which it is left out

void main() {
  vec2 corner = vec2((gl_VertexID & 1) == 0 ? -1.0 : 1.0, (gl_VertexID & 2) == 0 ? -1.0 : 1.0);
  vec3 head = particle.xyz;
  if (land_range.w * land_grid.w > 0.5) {
    vec2 half_land = 0.5 * land_size.xy;
    head.xy = seen_at(focus.xy + mod(head.xy - focus.xy + half_land, land_size.xy) - half_land);
  }
  head.z += 0.5 * streak.y;
  vec3 tail = head - velocity.xyz * streak.x;
  vec3 place = mix(tail, head, 0.5 + 0.5 * corner.x);
  vec3 sideways = cross(head - tail, place - eye.xyz);
  float size = length(sideways);
  sideways = size > 1.0e-6 ? sideways / size : vec3(0.0, 0.0, 1.0);
  // No streak is drawn thinner than a pixel; one that would be becomes fainter instead.
  float distance = length(place - eye.xyz);
  float pixel = distance * length(ray_up.xyz) * viewport.w * 2.0;
  float width = max(streak.y, 1.3 * pixel);
  // Sand that slides on the ground is not dust. Large loads are most visible. A wisp close to the eye would fill the
  // picture.
  vec2 uv = particle.xy * land_size.zw;
  float lift = particle.z - textureLod(height_map, uv, 0.0).r;
  float seen = mix(smoothstep(0.0, 1.0, lift) * (0.25 + 0.75 * particle.w), 1.0, streak.w);
  strength = streak.z * seen * min(streak.y / width, 1.0) * smoothstep(2.0 * streak.y, 16.0 * streak.y + 2.0, distance);
  float sunny = smoothstep(0.2, 0.8, max(textureLod(surface_map, uv, 0.0).w, smoothstep(1.0, 4.0, lift)));
  // Sunlight shines through it.
  vec3 way = (place - eye.xyz) / distance;
  float toward = glow(dot(way, sun.xyz));
  vec3 dust = soil_color(velocity.w).rgb * (sun_light.rgb * (sunny * (0.42 + 0.8 * toward)) + 1.3 * sky_fill.rgb);
  vec3 water = 0.9 * sky_horizon.rgb + 0.25 * sun_light.rgb * (0.2 + toward);
  lit = encode_srgb(tone(through_air(mix(dust, water, streak.w), way, distance)));
  strength *= clearness(way, distance).g;
  across = corner;
  gl_ClipDistance[0] = behind_slice(place.xy);
  gl_Position = view_projection * vec4(place + sideways * (0.5 * width * corner.y), 1.0);
  // Invisible streaks are discarded.
  if (strength < kFaintest) gl_Position = vec4(0.0, 0.0, 2.0, 1.0);
}
