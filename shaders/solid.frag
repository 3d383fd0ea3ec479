// Dressed stone in courses, swept roofs; light and shade are those of the ground that a face looks at.
in vec3 position;
flat in vec3 normal;
out vec4 color;

const float kCourse = 0.6, kStone = 1.4;  // m
const float kJoint = 0.05;                // m
const float kWall = 0.86, kRoof = 0.66;   // of the stone's colour: rough, and trodden

// How much of a pixel lies in the joints between stones of a size, 0 .. 1.
float joint(float at, float size, float pixel) {
  float from = abs(fract(at / size + 0.5) - 0.5) * size;
  float wide = max(pixel, kJoint);
  return (1.0 - smoothstep(0.0, wide, from)) * kJoint / wide;
}

void main() {
  vec3 way = position - eye.xyz;
  float distance = length(way);
  way /= distance;
  float pixel = 2.0 * distance * length(ray_up.xyz) * viewport.w * inversesqrt(max(-dot(normal, way), 0.04));
  bool roof = normal.z > 0.92;
  vec2 face = roof ? position.xy : vec2(dot(position.xy, normalize(vec2(-normal.y, normal.x))), position.z);
  vec4 broken = broken_ground(face, pixel);
  float course = floor(face.y / kCourse);
  float joints = max(joint(face.y, kCourse, pixel), joint(face.x + 0.37 * kStone * course, kStone, pixel));
  vec3 stone = obstacle_color.rgb * (roof ? kRoof : kWall) * (1.0 + 0.35 * broken.r + 0.2 * broken.a) * (1.0 - (roof ? 0.0 : 0.45) * joints);

  // Half a cell before a side, or on the roof.
  vec2 uv = (position.xy + 0.5 * land_grid.z * normal.xy) * land_size.zw;
  float visible = smoothstep(0.22, 0.78, textureLod(surface_map, uv, 0.0).w);
  float open = textureLod(cover_map, uv, 0.0).r;
  float direct = max(dot(normalize(normal - 0.12 * vec3(broken.gb, 0.0)), sun.xyz), 0.0) * visible;
  float facing = 0.5 + 0.5 * normal.z;
  vec3 light = sun_light.rgb * direct + sky_fill.rgb * (open * facing) + bounce.rgb * (1.6 - 1.6 * open * facing);
  color = finish(through_air(stone * light, way, distance));
}
