// A streak that is dense in its middle and fades towards its ends. Sunlight shines through it.
uniform vec4 streak;

in vec2 across;
in vec3 place;
in float strength;
in float sunny;
flat in vec3 dust_color;
out vec4 color;

void main() {
  float middle = (1.0 - across.y * across.y) * (1.0 - across.x * across.x);
  vec3 way = place - eye.xyz;
  float distance = length(way);
  way /= distance;
  float toward = glow(dot(way, sun.xyz));
  vec3 dust = dust_color * (sun_light.rgb * (sunny * (0.42 + 0.8 * toward)) + 1.3 * sky_fill.rgb);
  vec3 water = 0.9 * sky_horizon.rgb + 0.25 * sun_light.rgb * (0.2 + toward);
  vec3 lit = mix(dust, water, streak.w);
  color = vec4(encode_srgb(tone(through_air(lit, way, distance))), strength * middle * clearness(way, distance).g);
}
