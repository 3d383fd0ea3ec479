// Water: the ground visible through it, its reflections, and foam. It reads the picture of the land and is drawn over
// it. It runs in the same two ways as land.frag. With CUT, it draws the cut sides of a block and the face of a slice
// with the mesh of the walls.
uniform sampler2D scene_map;
uniform sampler2D mud_color_map;

out vec4 color;

#ifdef DEFERRED
uniform sampler2D distance_map;
in vec2 point;
#else
in vec3 position;
#endif
#ifdef CUT
flat in vec2 outward;
in float depth;
#endif

// Absorption and back-scatter of a clear lake for red, green and blue, 1/m (after Pope & Fry 1997 and Smith & Baker
// 1981, with a little rock flour). Scatter added by mud; factor and exponent of the colour of its soil in water.
const vec3 kAbsorption = vec3(0.36, 0.072, 0.066), kScatter = vec3(0.0045, 0.0068, 0.0078);
const float kMudScatter = 3.0, kMudColor = 0.7, kMudHue = 1.25;

const float kStraightOn = 0.02;           // reflectance at normal incidence
const float kRefraction = 1.0 / 1.777;    // 1 / square of the refractive index
const float kCalm = 0.0016, kBreeze = 0.004;  // variance of the slopes that are too small to see (Cox & Munk 1954)
const float kDazzle = 0.4;                // 1 / largest reflected sunlight that is shown, because the eye adapts to it
const float kMirror = 1.7;          // factor on the reflectance of deep water, chosen by eye
const float kFoam = 0.72;                 // reflectance

const float kTileTexels = 256.0;    // of the noise
const float kChurn = 0.45;          // rate at which the pattern of a river restarts, 1/s
const float kShoreFoam = 0.30;      // cells
const float kFilm = 0.20;           // cells; on a slope, shallower water is a film with little foam
const float kWetGround = 0.02;        // cells; shallower water reflects less
const float kFilmDull = 0.8;      // fraction of the reflection that a film on a slope lacks
const float kFoamHides = 0.28, kFilmFoam = 0.05;  // largest fraction of the water that foam hides; the same on a film

vec3 picture_behind() {
  return untoned(decode_srgb(texelFetch(scene_map, ivec2(gl_FragCoord.xy), 0).rgb));
}

float pixel;  // width of a pixel on the water, m

vec4 noise_at(vec2 at, float tile) {
  return textureLod(noise_map, at / tile, max(log2(pixel * kTileTexels / tile), 0.0));
}

// Slopes of waves in tiles of `tile` m, displaced by `run` m; details too fine for a pixel are left out.
vec2 waves(vec2 at, vec2 run, float tile) { return noise_at(at - run, tile).gb - 0.5; }

// Visibility of the waves of a tile, 0 to 1.
float seen(float tile) { return 1.0 - smoothstep(1.0, 5.0, log2(max(pixel * kTileTexels / tile, 1.0))); }

// Sum of two patterns that the flow carries along and stretches. Each restarts while the other is visible. Returns
// zeros if not `wanted`. A loop replaces a branch, because drivers that draw on the processor execute both sides of a
// branch.
vec4 carried(vec2 at, vec2 flow, float tile, bool wanted) {
  vec4 sum = vec4(0.0);
  int phases = wanted ? 2 : 0;
  float stretch = 0.03 * tile;
  float speed = length(flow);
  vec2 along = speed > 1.0e-4 ? flow / speed * stretch * min(speed, 2.0) : vec2(0.0);
  for (int i = 0; i < phases; ++i) {
    float phase = fract(kChurn * eye.w + 0.5 * float(i));
    float share = 1.0 - abs(2.0 * phase - 1.0);
    vec2 from = at - flow * ((phase - 0.5) / kChurn) + 0.37 * tile * float(i);
    sum += share * 0.5 * (noise_at(from + along, tile) + noise_at(from - along, tile));
  }
  return sum;
}

float mirrored(float cosine, float variance) {
  // Waves of a rough surface face the eye on average (after Bruneton, Neyret & Holzschuch 2010).
  float m = pow(max(1.0 - cosine, 0.0), 5.0 * exp(-2.69 * sqrt(variance))) / (1.0 + 22.7 * pow(variance, 0.75));
  return kStraightOn + (1.0 - kStraightOn) * m;
}

#ifdef FULL
const int kLooks = 16;
const float kLonger = 1.45;  // growth of the steps along a reflected ray
#else
const int kLooks = 7;
const float kLonger = 2.1;
#endif

// Colour of the land that a reflected ray meets or comes nearest to; then the slope by which the ray clears the land.
vec4 land_along(vec3 from, vec3 way, int looks) {
  float at = land_grid.z, least = 1.0, reached = 0.0;
  vec2 where = vec2(0.0);
  for (int i = 0; i < looks; ++i) {
    vec3 place = from + way * at;
    vec2 uv = land_uv(place.xy);
    if (land_range.w < 0.5 && (any(lessThan(uv, vec2(0.0))) || any(greaterThan(uv, vec2(1.0))))) break;
    float ground = textureLod(height_map, uv, log2(max(0.2 * at / land_grid.z, 1.0))).r;
    ground = sunk(ground, sinking(place.xy));
    float clears = (place.z - ground) / at;
    if (clears < least) {
      least = clears;
      where = place.xy;
      reached = at;
    }
    if (clears < -0.1) break;
    at *= kLonger;
  }
  vec2 uv = land_uv(where);
  vec4 ground = textureLod(surface_map, uv, 1.0);
  vec3 normal = normalize(vec3(-drawn_out(where, ground.xy * axes_at(uv)), 1.0));
  float rock = 1.0 - smoothstep(0.02, 0.22, ground.z);
  vec3 loose = textureLod(loose_color_map, uv, 0.0).rgb, base = textureLod(base_color_map, uv, 0.0).rgb;
  vec3 albedo = mix(loose, 0.8 * base, rock);
  vec3 light = sun_light.rgb * (max(dot(normal, sun.xyz), 0.0) * smoothstep(0.22, 0.78, sun_at(where, uv, ground.w)));
  light += sky_fill.rgb * (textureLod(cover_map, uv, 1.0).r * (0.5 + 0.5 * normal.z));
  return vec4(through_air(albedo * light, way, reached), least);
}

// Optical properties of the water along a ray (Kubelka & Munk 1931).
struct Body {
  vec3 deepest;  // reflectance of infinitely deep water
  vec3 fading;   // attenuation of light, 1/m
};

// Infinitely dense mud has the colour of its soil.
Body body_of(float mud, vec2 at) {
  vec3 soil = kMudColor * pow(textureLod(mud_color_map, land_uv(at), 0.0).rgb, vec3(kMudHue));
  soil = clamp(soil, 0.005, 0.9);
  vec3 absorption = kAbsorption + mud * kMudScatter * (1.0 - soil) * (1.0 - soil) / (2.0 * soil);
  vec3 scatter = kScatter + mud * kMudScatter;
  vec3 ratio = absorption / scatter;
  return Body(1.0 + ratio - sqrt(ratio * ratio + 2.0 * ratio), sqrt(absorption * (absorption + 2.0 * scatter)));
}

// Path length in water per metre of depth, for a ray with the vertical component `z` in air.
float bent(float z) { return inversesqrt(1.0 - kRefraction * (1.0 - z * z)); }

#ifdef CUT
void main() {
  vec3 way = position - eye.xyz;
  float distance = length(way);
  way /= distance;
  vec4 water = water_at(position.xy, land_uv(position.xy));
  if (water.x <= 0.0 || dot(outward, way.xy) > 0.0) discard;
  // Path from the face to the bottom, as if the bottom were level.
  float above = max(water.x - depth, 0.0);
  float through = above / max(-way.z, 0.12);
  Body body = body_of(water.z, position.xy);
  vec3 left = exp(-body.fading * through);
  vec3 daylight = sun_light.rgb * sun.z + sky_fill.rgb;
  vec3 lit = body.deepest * daylight * (0.25 + 0.75 * exp(-0.5 * body.fading * (depth * bent(sun.z))));
  Air between = air_between(way, distance);
  vec3 clear = between.passes, haze = between.added;
  vec3 bottom = max(picture_behind() - haze, 0.0);
  float mirror = mirrored(max(dot(vec3(outward, 0.0), -way), 0.02), kCalm);
  // A bright line where the surface meets the cut.
  float line = 1.0 - smoothstep(0.5, 1.5, depth / fwidth(depth));
  vec3 shaded = left * bottom + clear * (lit * (1.0 - left));
  shaded = mix(shaded, clear * sky_horizon.rgb, 0.35 * mirror + 0.25 * line);
  color = finish(shaded + haze);
}
#else
void main() {
#ifdef DEFERRED
  vec3 way = normalize(view_ray(point));
  float distance = texelFetch(distance_map, ivec2(gl_FragCoord.xy), 0).r;
  vec3 position = eye.xyz + distance * way;
#else
  vec3 way = position - eye.xyz;
  float distance = length(way);
  way /= distance;
#endif
  vec2 uv = land_uv(position.xy);
  vec4 water = water_at(position.xy, uv);
#ifndef DEFERRED
  if (water.x <= 0.0) discard;
#endif
  float fine = 2.0 * distance * viewport.w * length(ray_up.xyz);  // width of a pixel across the view
  pixel = fine / sqrt(max(abs(way.z), 0.05));
  vec2 flow = textureLod(water_top_map, uv, 0.0).yz * axes_at(uv);
  flow *= 1.0 - smoothstep(0.0, 0.2 * surroundings.y, max(sinking(position.xy), 0.0));  // no mirrored river in the sea
  vec4 surface = textureLod(surface_map, uv, 0.0);
  float inside = textureLod(surface_map, uv, 2.0).w;  // light spreads in the water
  float open = textureLod(cover_map, uv, 0.0).r;
  float speed = length(flow);
  float visible = smoothstep(0.22, 0.78, sun_at(position.xy, uv, surface.w));
  visible *= cloud_passes(position);
  // The edge of the water is one pixel wide.
  float rise = max(length(surface.xy), 0.02);
  float covered = clamp(water.x / (rise * pixel), 0.0, 1.0);

  // -- the surface ------------------------------------------------------------------------------------------------
  // In some broad patches a breeze touches the lake, in others it is calm.
  vec4 patches = noise_at(position.xy - 0.6 * wind.xy * eye.w, 90.0 * land_grid.z);
  // A single tile would visibly repeat on the way to the horizon.
  vec2 askew = vec2(0.8 * position.x - 0.6 * position.y, 0.6 * position.x + 0.8 * position.y);
  vec4 broad = noise_at(askew - 0.6 * wind.xy * eye.w, 730.0 * land_grid.z);
  patches = mix(patches, broad, smoothstep(0.0, 0.5, length(beyond_edges(position.xy) * land_size.zw)));
  float breeze = smoothstep(0.15, 0.85, patches.r) * clamp(0.12 * wind.z, 0.15, 1.0);
  float running = smoothstep(0.05, 0.8, speed);
  bool runs = running > 0.0, breaks = water.y > 0.0;
  vec2 run = wind.xy * eye.w;
  float shallow = smoothstep(0.0, 0.4, water.x);
  vec2 lake = seen(26.0) * waves(position.xy, 0.9 * run, 26.0) + seen(9.0) * waves(position.yx, 0.5 * run.yx, 9.0);
  vec2 river = seen(14.0) * (carried(position.xy, flow, 14.0, runs).gb - 0.5) +
               seen(4.0) * (carried(position.xy + 3.1, flow, 4.0, runs).gb - 0.5);
  vec2 slope = mix((0.025 + 0.10 * breeze) * lake, 0.45 * min(speed, 1.6) * river, running) * shallow;
  float variance = kCalm + kBreeze * breeze + 0.02 * running * min(speed, 1.5);
  vec3 normal = normalize(vec3(-slope, 1.0));

  float cosine = max(dot(normal, -way), 0.02);
  float mirror = min(mix(1.0, kMirror, smoothstep(0.0, 0.15, water.x)) * mirrored(cosine, variance), 1.0);
  vec3 back = reflect(way, normal);
  back.z = abs(back.z) + 0.6 * sqrt(variance) * (1.0 - cosine);
  back = normalize(back);
  vec3 reflected = sky_color(back);
  vec3 mirror_way = vec3(way.xy, -way.z);
  float rising = back.z - mirror_way.z;
  float shown = smoothstep(0.045, 0.075, mirror);
  bool reflects = shown > 0.0;
#ifndef FULL
  // Mirrored water far away reflects only the sky, which saves a tenth of the time of a frame in software.
  reflects = reflects && (land_grid.w > 0.5 || beyond_edges(position.xy) == vec2(0.0));
#endif
  // A film that runs down a slope or over bare rock is no mirror.
  float broken_up = max(smoothstep(0.04, 0.25, rise), 1.0 - smoothstep(0.05, 0.3, surface.z));
  float film = (1.0 - smoothstep(0.3, 1.0, water.x / (kFilm * land_grid.z))) * broken_up;
  mirror *= 1.0 - kFilmDull * film;
  // The thinnest water is wet ground.
  mirror *= smoothstep(0.0, kWetGround, water.x / land_grid.z);
  vec4 across = land_along(position, normalize(mirror_way + vec3(0.0, 0.0, 0.3 * rising)), reflects ? kLooks : 0);
  float blurred = 0.03 + 0.5 * sqrt(variance);
  reflected = mix(reflected, across.rgb, shown * (1.0 - smoothstep(-blurred, blurred, across.a + 0.6 * rising)));

  // Reflection of the sun on waves (Ross, Dion & Potvin 2005, without their shadows).
  vec3 half_way = normalize(sun.xyz - way);
  vec2 wanted = half_way.xy / half_way.z - normal.xy / normal.z;
  float glint = exp(-dot(wanted, wanted) / variance) / variance * mirrored(max(dot(half_way, -way), 0.0), 0.0);
  glint /= 4.0 * cosine * half_way.z * half_way.z * half_way.z * half_way.z;
  vec3 sparkle = sun_light.rgb * (visible * glint / (1.0 + kDazzle * glint));

  // -- the body ---------------------------------------------------------------------------------------------------
  Body body = body_of(water.z, position.xy);
  vec3 left = exp(-body.fading * (water.x * (bent(sun.z) + bent(way.z))));
  vec3 daylight = sun_light.rgb * (visible * sun.z) + sky_fill.rgb * open;
  vec3 shining = body.deepest * (sun_light.rgb * (inside * sun.z) + sky_fill.rgb * open) * (1.0 - left);

  // -- foam -------------------------------------------------------------------------------------------------------
  float ashore = water.x / (rise * kShoreFoam * land_grid.z);
  vec4 churned = carried(position.xy, flow, 7.0 * land_grid.z, breaks);
  vec4 lapping = noise_at(position.xy + 0.2 * run, 11.0 * land_grid.z);
  float line = 0.40 * (0.10 + breeze) * (1.0 - 0.8 * running);
  line *= 1.0 - smoothstep(0.15, 1.0, ashore + 1.4 * (lapping.a - 0.5));
  // Foam consists of patches, of shreds within patches, and of grains within shreds.
  vec4 shreds = carried(position.xy + 5.7, flow, 2.2 * land_grid.z, breaks);
  float white = 0.65 + dot(vec2(0.5), churned.ra - 0.5) + dot(vec2(0.7, 0.4), shreds.ar - 0.5);
  float broken = 0.85 * smoothstep(0.95 - 0.7 * water.y, 1.15 - 0.6 * water.y, white);
  float foam = clamp(max(line, broken * min(4.0 * water.y, 1.0)), 0.0, 1.0);
  float thin = 1.0 - smoothstep(0.02, 0.15, water.x / land_grid.z);
  foam *= mix(kFoamHides, kFilmFoam, max(film, thin));

  // -- all together -----------------------------------------------------------------------------------------------
  Air between = air_between(way, distance);
  vec3 clear = between.passes, haze = between.added;
  vec3 behind = picture_behind();
  vec3 bottom = max(behind - haze, 0.0);
  vec3 shaded = (1.0 - mirror) * (left * bottom + clear * shining) + clear * (mirror * reflected + sparkle);
  shaded = mix(shaded, clear * kFoam * daylight, foam) + haze;
  color = finish(mix(behind, shaded, covered));
}
#endif
