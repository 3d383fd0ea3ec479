// A streamer: a low veil of sand, drawn on a quad that faces the eye. It flies in the direction of the local wind at
// its start and then starts again at a random place. It is visible where there is airborne sand.
uniform vec4 focus;  // target of the camera, m (a periodic land shows each streamer nearest to it); opacity

const float kLength = 15.0;       // cells
const float kWidth = 1.5;         // cells
const float kLife = 1.1;          // s
const float kSpeed = 4.0, kWindShare = 0.5;  // cells/s; and fraction of the wind's speed
const float kLift = 0.3;          // cells above the ground
const float kFall = 0.22;         // steepest slope of a streamer downwards beyond a crest, m/m
const float kNearer = 1.6;        // widths by which it is moved towards the eye, so that the ground does not cut it
const float kSoonest = 7.0;       // opacity per column of full dust
const float kOpacity = 0.18;
const float kSunlit = 0.75;        // fraction of the sun's light that it reflects in all directions
const float kRoomy = 16384.0;      // cells; on smaller lands streamers are closer together and therefore fainter
const float kFaintest = 0.004;    // opacity below which it is left out
const float kUsual = 10.0;         // m/s; a stronger wind shows more of the airborne sand
const float kDustMip = 1.0;

out vec2 across;  // -1 to 1 in both directions
out vec2 thread;  // position in the noise
out vec3 lit;     // encoded as in the picture
out float strength;

float random(uint seed) {
  uint state = seed * 747796405u + 2891336453u;
  uint word = ((state >> ((state >> 28u) + 4u)) ^ state) * 277803737u;
  return float((word >> 22u) ^ word) / 4294967295.0;
}

float ground(vec2 at) { return textureLod(height_map, land_uv(at), 1.0).r; }

void main() {
  vec2 corner = vec2((gl_VertexID & 1) == 0 ? -1.0 : 1.0, (gl_VertexID & 2) == 0 ? -1.0 : 1.0);
  uint own = uint(gl_VertexID / 4);
  float lived = eye.w / kLife + random(own);
  float age = fract(lived);
  uint seed = own + 65536u * uint(lived);
  float cell = land_grid.z;
  vec2 start = vec2(random(seed * 3u + 1u), random(seed * 3u + 2u)) * land_size.xy;
  vec2 way = turned_wind(textureLod(cover_map, start * land_size.zw, kDustMip).w);
  vec2 middle = start + way * ((age - 0.5) * kLife * (kSpeed + kWindShare * wind.z) * cell);
  if (land_grid.w > 0.5) middle = mod(middle, land_size.xy);
  vec2 uv = middle * land_size.zw;
  float gale = clamp(wind.z / kUsual, 0.5, 2.0);
  float flies = 1.0 - exp2(-kSoonest * gale * textureLod(cover_map, uv, kDustMip).g);
  if (land_range.w * land_grid.w > 0.5) {
    vec2 half_land = 0.5 * land_size.xy;
    middle = seen_at(focus.xy + mod(middle - focus.xy + half_land, land_size.xy) - half_land);
  }
  float length_m = kLength * cell * (0.6 + 0.8 * random(seed * 3u + 3u));
  vec2 reach = 0.5 * length_m * way;
  float back = ground(middle - reach);
  float front = max(ground(middle + reach), back - kFall * length_m);
  float buried = max(ground(middle) - 0.5 * (back + front), 0.0);
  float width = kWidth * cell * (0.7 + 0.6 * random(seed + 7u));
  vec3 tail = vec3(middle - reach, back + buried + kLift * cell);
  vec3 head = vec3(middle + reach, front + buried + kLift * cell);
  vec3 place = mix(tail, head, 0.5 + 0.5 * corner.x);
  vec3 sideways = cross(head - tail, place - eye.xyz);
  float size = length(sideways);
  sideways = size > 1.0e-6 ? sideways / size : vec3(0.0, 0.0, 1.0);
  vec3 to_eye = eye.xyz - place;
  float distance = length(to_eye);
  float near = smoothstep(4.0 * width, 20.0 * width, distance);
  float crowd = min(land_grid.x * land_grid.y / kRoomy, 1.0);
  // Ahead of a storm's front the air is nearly clear.
  float calm = 1.0 - 0.8 * air.z;
  strength = kOpacity * calm * focus.w * min(gale, 1.0) * crowd * flies * near * 4.0 * age * (1.0 - age);
  float sunny = smoothstep(0.2, 0.8, textureLod(surface_map, uv, 1.0).w);
  across = corner;
  thread = vec2(0.5 * corner.x * kLength, 0.5 * corner.y * kWidth) * vec2(0.010, 0.08) + 17.0 * random(seed);
#ifdef LAYERS
  vec3 sand = textureLod(air_color_map, uv, 0.0).rgb;
#else
  vec3 sand = sand_color.rgb;
#endif
  vec3 view = -to_eye / distance;
  vec3 light = sun_light.rgb * (sunny * (kSunlit + glow(dot(view, sun.xyz)))) + sky_fill.rgb;
  lit = encode_srgb(tone(through_air(sand * light, view, distance)));
  place += sideways * (0.5 * width * corner.y);
  vec3 seen = place + min(kNearer * width, 0.3 * distance) / distance * to_eye;
  gl_ClipDistance[0] = behind_slice(place.xy);
  gl_Position = view_projection * vec4(seen, 1.0);
  // Invisible streamers are discarded.
  if (strength < kFaintest) gl_Position = vec4(0.0, 0.0, 2.0, 1.0);
}
