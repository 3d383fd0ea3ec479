// Walls of stone in courses, under plaster that has come off in places, and swept roofs. Up to the height that the
// shade reaches, a face has the light and shade of the ground in front of it.
in vec3 position;
in vec3 facing_out;
// Door or window: m from its middle; m up; 1 door, 2 window. Wall: m along it. Roof: its position on the grid, m.
in vec3 opening;
out vec4 color;

const float kCourse = 0.6, kStone = 1.4;  // m
const float kJoint = 0.05;                // m
const float kBefore = 4.0;                // distance in front of a wall at which the visible sky is sampled, m
const float kWallSky = 0.95;              // fraction of the light that level ground receives from the open sky
const float kThrownBack = 2.1;            // light reflected by the ground and other walls
const float kWall = 0.86, kRoof = 0.66;   // relative to the colour of the stone: walls are rough, roofs trodden
const float kPatch = 5.0;                 // size of the places where plaster has come off, m
const vec3 kPlaster = vec3(1.30, 1.02, 0.74);  // relative to the colour of the stone: mud and straw

// Fraction of a pixel that lies in a joint at the distance `from`, m.
float joint(float from, float pixel) {
  float wide = max(pixel, kJoint);
  return (1.0 - smoothstep(0.0, wide, from)) * kJoint / wide;
}

const float kUneven = 0.35;               // variation of the length of stones and the height of courses
const vec2 kStoneShades = vec2(0.16, 0.05);  // variation of the stones in shade and in hue
const vec2 kPatchTurn = vec2(0.7660444, 0.6427876);
const float kSecondPatch = 1.37;  // tile of a second pattern relative to the first, to keep patches from repeating

// A random number in [0, 1) for each stone (after Hoskins).
float chance(vec2 stone) {
  vec3 p = fract(stone.xyx * 0.1031);
  p += dot(p, p.yzx + 33.33);
  return fract((p.x + p.y) * p.z);
}

// Index of the interval that contains a place, in a row of intervals of about length 1; and the distance to its nearest
// end.
vec2 in_row(float at, float row) {
  float which = floor(at);
  float low = which + kUneven * chance(vec2(which, row));
  float high = which + 1.0 + kUneven * chance(vec2(which + 1.0, row));
  return vec2(at < low ? which - 1.0 : which, min(abs(at - low), high - at));
}

// Condition of the plaster, about 0.5. Plaster has come off where it is low.
float worn_at(vec2 face, float pixel) {
  float lod = log2(pixel / kPatch * 8.0);
  vec2 askew = vec2(dot(face, kPatchTurn), dot(face, vec2(-kPatchTurn.y, kPatchTurn.x)));
  float first = textureLod(noise_map, face / (8.0 * kPatch), lod).r;
  float second = textureLod(noise_map, askew / (8.0 * kPatch * kSecondPatch) + 0.31, lod).r;
  return 0.5 + 0.8 * (first + second - 1.0);
}

// Clear width and height of a door and of a window, and sizes of their frames, planks and bars, m.
const vec2 kDoor = vec2(1.0, 2.0), kWindow = vec2(0.6, 0.9);
const float kFrame = 0.15, kPlank = 0.2;
const float kReveal = 0.30, kRevealLight = 0.62;  // depth of an opening, m; light on its sides
const vec3 kWood = vec3(0.115, 0.062, 0.030), kInside = vec3(0.012);
const float kFrameLight = 1.22;  // relative to the colour of the stone

// Distance by which a place, relative to the middle of an opening's foot, is within it, m.
float within_opening(vec2 at, vec2 clear, bool door) {
  return min(0.5 * clear.x - abs(at.x), min(clear.y - at.y, door ? 1.0 : at.y));
}

// Colour of a door or window in place of the stone of a wall. It lies behind the face, so that its sides are seen at a
// slant. `way`: direction of sight.
vec3 opened(vec3 stone, vec3 normal, vec3 way, float pixel) {
  bool door = opening.z < 1.5;
  vec2 at = vec2(opening.x, opening.y - (door ? 0.0 : kFrame));
  vec2 clear = door ? kDoor : kWindow;
  vec2 run = vec2(dot(way.xy, vec2(-normal.y, normal.x)), way.z) / max(-dot(way, normal), 0.05);
  vec2 behind = at + kReveal * run;
  float wide = door ? kPlank : 0.5 * clear.x;
  float gaps = joint(abs(fract((behind.x + 0.5 * kPlank) / wide + 0.5) - 0.5) * wide, pixel);
  vec3 filling = door ? kWood * (1.0 - 0.6 * gaps) : mix(kInside, kWood, gaps);
  float seen = smoothstep(-0.5 * pixel, 0.5 * pixel, within_opening(behind, clear, door));
  filling = mix(stone * kRevealLight, filling, seen);
  return mix(stone * kFrameLight, filling, smoothstep(-0.5 * pixel, 0.5 * pixel, within_opening(at, clear, door)));
}

void main() {
  vec3 normal = normalize(facing_out);
  vec3 way = position - eye.xyz;
  float distance = length(way);
  way /= distance;
  float pixel = 2.0 * distance * length(ray_up.xyz) * viewport.w * inversesqrt(max(-dot(normal, way), 0.04));
  bool roof = normal.z > 0.92;
  bool side = normal.z < 0.01;
  vec2 face = position.xy;
  if (side && opening.z < 0.5) face = vec2(opening.x, position.z);
  else if (!roof) face = vec2(abs(normal.x) > abs(normal.y) ? position.y : -position.x, position.z);
  vec4 broken = broken_ground(kBlocks, face, Footprint(dFdx(face), dFdy(face), pixel));
  vec2 course = in_row(face.y / kCourse, 0.5);
  vec2 block = in_row(face.x / kStone + 0.5 * course.x, course.x);
  float joints = max(joint(course.y * kCourse, pixel), joint(block.y * kStone, pixel));
  float worn = worn_at(face, pixel);
  float plastered = roof ? 1.0 : smoothstep(0.34, 0.40, worn + 0.12 * broken.r);
  float mortar = roof ? 0.0 : 0.45 * joints * (1.0 - plastered);
  vec3 stone = obstacle_color.rgb * (roof ? kRoof : kWall) * mix(vec3(1.0), kPlaster * (0.85 + 0.3 * worn), plastered) *
               (1.0 + mix(0.35, 0.18, plastered) * broken.r + 0.2 * broken.a) * (1.0 - mortar);
  vec2 own = vec2(chance(vec2(block.x, course.x) + 0.5), chance(vec2(course.x, block.x) + 7.5)) - 0.5;
  own *= kStoneShades * (roof ? 0.0 : (1.0 - plastered) * (1.0 - smoothstep(0.3 * kCourse, kCourse, pixel)));
  stone *= (1.0 + 2.0 * own.x) * (1.0 + 2.0 * own.y * vec3(1.0, 0.0, -1.0));
  if (opening.z > 0.5) stone = opened(stone, normal, way, pixel);

  // The light is sampled half a cell in front of a side, or a whole cell if the side cuts cells diagonally. That of a
  // level roof is sampled on the roof.
  float away = roof ? 0.0 : 0.5;
  if (side) away += 1.2 * (abs(normal.x) + abs(normal.y) - 1.0);
  vec2 out_of = away * land_grid.z * normal.xy;
  vec2 uv = side ? land_uv(position.xy + out_of) : (opening.xy + out_of) * land_size.zw;
  float visible = smoothstep(0.22, 0.78, textureLod(surface_map, uv, 0.0).w);
  if (side) visible = sun_above(uv, visible, position.z - textureLod(height_map, uv, 0.0).r);
  visible *= cloud_passes(position);
  // A wall sees the half of the sky in front of it, minus the parts that distant objects hide.
  vec2 before = land_uv(position.xy + kBefore * normal.xy);
  float open = textureLod(cover_map, roof ? uv : before, 0.0).r;
  float direct = max(dot(normalize(normal - 0.12 * vec3(broken.gb, 0.0)), sun.xyz), 0.0) * visible;
  float facing = 0.5 + 0.5 * normal.z;
  // Walls face the horizon, where the sky is brightest, and see sunlit ground below it.
  float sky = open * (roof ? facing : kWallSky);
  vec3 light = sun_light.rgb * direct + sky_fill.rgb * sky + bounce.rgb * (kThrownBack * (1.0 - open * facing));
  color = finish(through_air(stone * light, way, distance));
}
