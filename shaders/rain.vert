// Falling rain: thin streaks around the eye. Each is a quad that faces the eye and is stretched along its fall. If the
// land is a block cut out of the world, streaks fall only on the block. After its fall, each streak starts again at
// another place. The number and strength of the streaks follow the local rain.

const float kFall = 9.0, kWindShare = 0.6;  // m/s; horizontal speed as a fraction of the wind's
// Sides of the boxes that the streaks fill, m.
const float kShells[8] = float[](16.0, 36.0, 36.0, 36.0, 90.0, 90.0, 90.0, 90.0);
const float kShown = 0.050;                 // visible part of their fall, s
const float kWidth = 0.012;                 // m
const float kBlockSide = 120.0;             // length of a block's longer side as displayed, m
const float kOpacity = 0.60;

out vec2 across;  // -1 to 1 in both directions
out vec3 lit;     // encoded as in the picture
out float strength;

float random(uint seed) {
  uint state = seed * 747796405u + 2891336453u;
  uint word = ((state >> ((state >> 28u) + 4u)) ^ state) * 277803737u;
  return float((word >> 22u) ^ word) / 4294967295.0;
}

void main() {
  vec2 corner = vec2((gl_VertexID & 1) == 0 ? -1.0 : 1.0, (gl_VertexID & 2) == 0 ? -1.0 : 1.0);
  uint own = uint(gl_VertexID / 4);
  bool block = land_range.w < 0.5;
  float scale = block ? max(land_size.x, land_size.y) / kBlockSide : 1.0;
  float side = block ? kBlockSide : kShells[own % 8u];
  vec3 velocity = vec3(kWindShare * wind.z * wind.xy, -kFall * (0.85 + 0.3 * random(own + 9u)));
  // The boxes lie in front of the eye; the streaks in them are fixed in the world and pass through them.
  vec3 middle = eye.xyz + 0.45 * side * normalize(ray_forward.xyz);
  float fallen = random(own * 5u + 1u) + eye.w * -velocity.z / side;
  float above = block ? 0.0 : middle.z / side;
  uint seed = own * 5u + 65536u * uint(int(floor(fallen + above)) & 0xffff);
  float lasted = fract(fallen + above) * side / -velocity.z;
  vec2 start = vec2(random(seed + 2u), random(seed + 3u)) * side + velocity.xy * lasted;
  vec3 head;
  if (block) {
    head = vec3(fract(start / side) * land_size.xy, mix(rain.w, land_range.x, fract(fallen)));
  } else {
    head.xy = middle.xy + (fract((start - middle.xy) / side) - 0.5) * side;
    head.z = middle.z + (0.5 - fract(fallen + above)) * side;
  }
  vec3 tail = head - velocity * (kShown * scale);
  vec3 place = mix(tail, head, 0.5 + 0.5 * corner.x);
  vec3 to_eye = eye.xyz - place;
  float distance = length(to_eye);
  vec3 sideways = cross(head - tail, -to_eye);
  sideways /= max(length(sideways), 1.0e-6);
  // No streak is drawn thinner than a pixel; one that would be becomes fainter instead.
  float pixel = distance * length(ray_up.xyz) * viewport.w * 2.0;
  float width = max(kWidth * scale, 1.4 * pixel);
  float seen = sqrt(min(kWidth * scale / width, 1.0));
  // Each box leaves its part near the eye to a smaller box, because near streaks would cross the whole picture. The
  // edges of a box are soft.
  vec3 off = abs(place - middle) / side;
  float nearest = smoothstep(0.10 * side, 0.25 * side, distance);
  float edge = 1.0 - smoothstep(0.35, 0.5, max(off.x, max(off.y, off.z)));
  float inside = block ? 1.0 : nearest * edge;
  float falls = rain.x * clamp(rain_share(head.xy), 0.0, 1.5) * step(head.z, rain.w);
  strength = kOpacity * seen * inside * min(0.35 + falls, 1.0) * smoothstep(0.0, 0.05, falls);
  across = corner;
  vec3 view = -to_eye / distance;
  vec3 water = 1.45 * rain_light.rgb + 0.25 * sun_light.rgb * (0.3 + glow(dot(view, sun.xyz)));
  lit = encode_srgb(tone(water));
  gl_ClipDistance[0] = behind_slice(place.xy);
  gl_Position = view_projection * vec4(place + sideways * (0.5 * width * corner.y), 1.0);
  // Streaks may be nearer than the near plane.
  gl_Position.z = max(gl_Position.z, -0.9999 * gl_Position.w);
  // Invisible streaks are discarded.
  if (strength < 0.004 || dot(view, ray_forward.xyz) < 0.0) gl_Position = vec4(0.0, 0.0, 2.0, 1.0);
}
