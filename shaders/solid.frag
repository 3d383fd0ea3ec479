// Stone in courses under plaster that has come off in places, swept roofs; light and shade are those of the ground
// that a face looks at.
in vec3 position;
in vec3 facing_out;
// Of a door or a window: m from its middle, m up; 1 door, 2 window. Of a wall: m along it. Of a roof: its
// place in the grid, m.
in vec3 opening;
out vec4 color;

const float kCourse = 0.6, kStone = 1.4;  // m
const float kJoint = 0.05;                // m
const float kBefore = 4.0;                // m before a wall, where the ground sees as much of the sky
const float kWallSky = 0.95;              // of the open sky's light on level ground
const float kThrownBack = 2.1;            // ground, and other walls
const float kWall = 0.86, kRoof = 0.66;   // of the stone's colour: rough, and trodden
const float kPatch = 5.0;                 // m: where plaster has come off
const vec3 kPlaster = vec3(1.30, 1.02, 0.74);  // of the stone's colour: mud and straw

// How much of a pixel lies in the joints between stones of a size, 0 .. 1.
float joint(float at, float size, float pixel) {
  float from = abs(fract(at / size + 0.5) - 0.5) * size;
  float wide = max(pixel, kJoint);
  return (1.0 - smoothstep(0.0, wide, from)) * kJoint / wide;
}

// The clear width and height of a door and of a window, their frames, planks and bars, m.
const vec2 kDoor = vec2(1.0, 2.0), kWindow = vec2(0.6, 0.9);
const float kFrame = 0.15, kPlank = 0.2;
const vec3 kWood = vec3(0.115, 0.062, 0.030), kInside = vec3(0.012);
const float kFrameLight = 1.22;  // of the stone's colour

// What is seen in place of the stone of a wall.
vec3 opened(vec3 stone, float pixel) {
  bool door = opening.z < 1.5;
  vec2 at = vec2(abs(opening.x), opening.y - (door ? 0.0 : kFrame));
  vec2 clear = door ? kDoor : kWindow;
  float within = min(0.5 * clear.x - at.x, min(clear.y - at.y, door ? 1.0 : at.y));
  float gaps = joint(opening.x + 0.5 * kPlank, door ? kPlank : 0.5 * clear.x, pixel);
  vec3 filling = door ? kWood * (1.0 - 0.6 * gaps) : mix(kInside, kWood, gaps);
  return mix(stone * kFrameLight, filling, smoothstep(-0.5 * pixel, 0.5 * pixel, within));
}

void main() {
  vec3 normal = normalize(facing_out);
  vec3 way = position - eye.xyz;
  float distance = length(way);
  way /= distance;
  float pixel = 2.0 * distance * length(ray_up.xyz) * viewport.w * inversesqrt(max(-dot(normal, way), 0.04));
  bool roof = normal.z > 0.92;
  vec2 face = roof ? position.xy : vec2(opening.z > 0.5 ? dot(position.xy, vec2(-normal.y, normal.x)) : opening.x, position.z);
  vec4 broken = broken_ground(face, pixel);
  float course = floor(face.y / kCourse);
  float joints = max(joint(face.y, kCourse, pixel), joint(face.x + 0.37 * kStone * course, kStone, pixel));
  float worn = textureLod(noise_map, face / (8.0 * kPatch), log2(pixel / kPatch * 8.0)).r;
  float plastered = roof ? 1.0 : smoothstep(0.34, 0.40, worn + 0.12 * broken.r);
  float mortar = roof ? 0.0 : 0.45 * joints * (1.0 - plastered);
  vec3 stone = obstacle_color.rgb * (roof ? kRoof : kWall) * mix(vec3(1.0), kPlaster * (0.85 + 0.3 * worn), plastered) *
               (1.0 + mix(0.35, 0.18, plastered) * broken.r + 0.2 * broken.a) * (1.0 - mortar);
  if (opening.z > 0.5) stone = opened(stone, pixel);

  // Half a cell before a side, a whole one where it cuts cells at a slant; or on the roof.
  float before_it = land_grid.z * (0.5 + 1.2 * (abs(normal.x) + abs(normal.y) - 1.0));
  vec2 uv = (roof ? opening.xy : position.xy + before_it * normal.xy) * land_size.zw;
  float visible = smoothstep(0.22, 0.78, textureLod(surface_map, uv, 0.0).w);
  // Of the half of the sky before it a wall sees what stands farther off leaves; its own foot takes half from it.
  vec2 before = (position.xy + kBefore * normal.xy) * land_size.zw;
  float open = textureLod(cover_map, roof ? uv : before, 0.0).r;
  float direct = max(dot(normalize(normal - 0.12 * vec3(broken.gb, 0.0)), sun.xyz), 0.0) * visible;
  float facing = 0.5 + 0.5 * normal.z;
  // The sky is brightest near the horizon, which walls look at, and what they see below it is sunny ground.
  float sky = open * (roof ? facing : kWallSky);
  vec3 light = sun_light.rgb * direct + sky_fill.rgb * sky + bounce.rgb * (kThrownBack * (1.0 - open * facing));
  color = finish(through_air(stone * light, way, distance));
}
