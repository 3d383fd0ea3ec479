#include "render/grain_textures.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <complex>
#include <thread>
#include <utility>
#include <vector>

#include <glm/common.hpp>
#include <glm/geometric.hpp>
#include <glm/vec2.hpp>
#include <glm/vec4.hpp>

#include "base/random.hpp"
#include "base/scheduler.hpp"
#include "render/texture.hpp"

namespace barchan::render {
namespace {

constexpr int kNoiseSide = 256;
constexpr int kRockSide = 512;
constexpr int kRockLayers = 3;
constexpr int kRippleSide = 512;
constexpr int kRippleWaves = 32;  // waves along the side
constexpr int kRippleSpread = 9;  // variation of that number
constexpr int kRippleSlant = 6;   // waves across the side; more of them make crests end and fork more often
constexpr int kRippleComponents = 56;
constexpr float kRippleSharpness = 0.55f;  // strength of the second harmonic that steepens the lee

/// Calls `visit(y)` for all rows on all threads, because a window waits for these textures.
template <class Visit>
void for_rows(int side, Visit const& visit) {
  const Scheduler scheduler(std::clamp(static_cast<int>(std::thread::hardware_concurrency()), 1, 16));
  scheduler.for_ranges(side, 16, [&](int first, int last) {
    for (int y = first; y < last; ++y) visit(y);
  });
}

/// Bytes of a square texture; `color` returns the colour at (x, y).
template <class ColorAt>
std::vector<std::uint8_t> grain_bytes(int side, ColorAt const& color) {
  std::vector<std::uint8_t> rgba(static_cast<std::size_t>(side) * static_cast<std::size_t>(side) * 4);
  for_rows(side, [&](int y) {
    std::uint8_t* to = rgba.data() + static_cast<std::ptrdiff_t>(y) * side * 4;
    for (int x = 0; x < side; ++x) {
      const glm::vec4 bytes = glm::round(255.0f * glm::clamp(color(x, y), 0.0f, 1.0f));
      for (int c = 0; c < 4; ++c) *to++ = static_cast<std::uint8_t>(bytes[c]);
    }
  });
  return rgba;
}

GlTexture grain_texture(int side, std::vector<std::uint8_t> const& rgba) {
  return make_texture({.size = glm::ivec2(side), .filter = GL_LINEAR_MIPMAP_LINEAR, .wrap = GL_REPEAT}, rgba.data());
}

float random_unit(std::uint32_t entity, std::uint32_t draw) {
  return to_unit(random_words(1, 0, RandomStream::scenario, entity, draw)[0]);
}

/// Gradient noise with the period `side` in both directions (Perlin 2002, with the gradients of Gustavson 2011 as in
/// glm::perlin, whose values it reproduces bit for bit). Stores the gradients, because their hash is most of the work.
class GradientNoise {
 public:
  /// `side`: squares of the lattice along a period, at most 288.
  explicit GradientNoise(int side) : side_(side) {
    gradients_.reserve(static_cast<std::size_t>(side) * static_cast<std::size_t>(side));
    for (int y = 0; y < side; ++y) {
      for (int x = 0; x < side; ++x) gradients_.push_back(gradient(static_cast<float>(x), static_cast<float>(y)));
    }
  }

  /// Value at a place, from about -1 to 1. `place` is in squares; its coordinates are at least 0.
  float at(glm::vec2 place) const {
    const glm::vec2 corner = glm::floor(place), from = place - corner;
    const glm::vec2 fade = (from * from * from) * (from * (from * 6.0f - 15.0f) + 10.0f);
    const int x = static_cast<int>(corner.x) % side_, y = static_cast<int>(corner.y) % side_;
    const int right = x + 1 == side_ ? 0 : x + 1, above = y + 1 == side_ ? 0 : y + 1;
    const float below_left = glm::dot(lattice(x, y), from);
    const float below_right = glm::dot(lattice(right, y), from - glm::vec2(1.0f, 0.0f));
    const float above_left = glm::dot(lattice(x, above), from - glm::vec2(0.0f, 1.0f));
    const float above_right = glm::dot(lattice(right, above), from - 1.0f);
    return 2.3f *
           glm::mix(glm::mix(below_left, below_right, fade.x), glm::mix(above_left, above_right, fade.x), fade.y);
  }

 private:
  static float hash(float x) {
    const float product = (x * 34.0f + 1.0f) * x;
    return product - std::floor(product * (1.0f / 289.0f)) * 289.0f;
  }

  static glm::vec2 gradient(float x, float y) {
    const float turn = 2.0f * glm::fract(hash(hash(x) + y) / 41.0f) - 1.0f;
    const glm::vec2 raw(turn - std::floor(turn + 0.5f), std::abs(turn) - 0.5f);
    return raw * (1.79284291400159f - 0.85373472095314f * glm::dot(raw, raw));  // nearly of length 1
  }

  glm::vec2 lattice(int x, int y) const { return gradients_[static_cast<std::size_t>(y * side_ + x)]; }

  int side_;
  std::vector<glm::vec2> gradients_;
};

/// Periodic fractal gradient noise over the unit square, from about -0.7 to 0.7.
class Fractal {
 public:
  /// `base`: squares of the coarsest octave along the side; each further octave has twice as many.
  Fractal(int base, int octaves, float offset) : offset_(offset) {
    for (int octave = 0, squares = base; octave < octaves; ++octave, squares *= 2)
      octaves_.emplace_back(squares, squares);
  }

  float at(float x, float y) const {
    float sum = 0.0f, gain = 1.0f;
    for (auto const& [squares, noise] : octaves_) {
      const auto period = static_cast<float>(squares);
      // A shift by whole periods keeps the texture seamless and makes the octaves differ.
      sum += gain * noise.at({x * period + offset_, y * period + 0.5f * offset_});
      gain *= 0.52f;
    }
    return sum;
  }

 private:
  float offset_;
  std::vector<std::pair<int, GradientNoise>> octaves_;
};

/// Slopes from the values at the wrapped neighbours.
template <class Value>
glm::vec2 slopes(Value const& value, int side, int x, int y) {
  const auto at = [&](int i, int j) {
    return value[static_cast<std::size_t>(((j + side) % side) * side + (i + side) % side)];
  };
  return 0.5f * glm::vec2(at(x + 1, y) - at(x - 1, y), at(x, y + 1) - at(x, y - 1));
}

/// Objects scattered over an invisible grid of `count` squares per side. Each lies at a random place in its own square,
/// and no two are alike.
class Scattered {
 public:
  struct One {
    glm::vec2 middle{0.0f}, tilt{0.0f};
    float rise = 0.0f, shade = 0.0f, size = 0.0f;  ///< -1 to 1; size: 0 to 1
  };

  Scattered(int count, std::uint32_t seed) : count_(count) {
    for (int square = 0; square < count * count; ++square) {
      const auto words = random_words(1, 0, RandomStream::scenario, static_cast<std::uint32_t>(square), seed);
      const auto part = [&words](std::size_t word, int shift) {
        return static_cast<float>((words[word] >> shift) & 0xFFFFu) / 32767.5f - 1.0f;
      };
      all_.push_back({0.45f * glm::vec2(part(0, 0), part(0, 16)), glm::vec2(part(1, 0), part(1, 16)), part(2, 0),
                      part(2, 16), 0.5f + 0.5f * part(3, 0)});
    }
  }

  int count() const { return count_; }
  std::vector<One> const& all() const { return all_; }

  /// Calls `visit` with each object that may reach a place, and with its middle, both in squares.
  template <class Visit>
  void near(glm::vec2 place, Visit const& visit) const {
    const glm::ivec2 home(glm::floor(place));
    for (int j = home.y - 1; j <= home.y + 1; ++j) {
      for (int i = home.x - 1; i <= home.x + 1; ++i) {
        One const& one = all_[static_cast<std::size_t>(wrapped(j) * count_ + wrapped(i))];
        visit(one, one.middle + (glm::vec2(static_cast<float>(i), static_cast<float>(j)) + 0.5f));
      }
    }
  }

 private:
  int wrapped(int i) const {  // `i` is less than a period away
    if (i < 0) return i + count_;
    return i < count_ ? i : i - count_;
  }

  int count_;
  std::vector<One> all_;  ///< `middle` is relative to the middle of the square
};

/// Height in texels, and shade.
struct Relief {
  float height = 0.0f, shade = 0.0f;
};

/// Ground broken into pieces, each tilted in its own direction.
Relief piece_at(Scattered const& pieces, glm::vec2 place) {
  Relief relief;
  float least = 9.0f;
  pieces.near(place, [&](Scattered::One const& one, glm::vec2 middle) {
    const glm::vec2 from = place - middle;
    const float away = glm::dot(from, from);
    if (away >= least) return;
    least = away;
    relief = {one.rise + glm::dot(one.tilt, from), one.shade};
  });
  return relief;
}

/// Stones; some squares have none. `most`: radius of the largest, in squares.
Relief stone_at(Scattered const& stones, glm::vec2 place, float most) {
  Relief relief;
  stones.near(place, [&](Scattered::One const& one, glm::vec2 middle) {
    const float radius = most * one.size * one.size;
    const glm::vec2 from = place - middle;
    if (glm::dot(from, from) >= radius * radius) return;
    // Elongated in one direction and cut off by a plane.
    const float along = glm::dot(from, one.tilt);
    const float away = (glm::dot(from, from) + 0.7f * along * along) / (radius * radius);
    if (away >= 1.0f) return;
    const float height = radius * (std::sqrt(1.0f - away) + 0.5f * along / radius);
    if (height > relief.height) relief = {height, 0.4f + one.shade};
  });
  return relief;
}

/// Stones with facets, scattered over an invisible grid of squares; some squares have none.
class AngularStones {
 public:
  /// `most`: half the width of the largest stone, in squares.
  AngularStones(int count, std::uint32_t seed, float most) : count_(count) {
    constexpr float kTurn = 6.28318531f / kFacets;
    const Scattered scattered(count, seed);
    for (Scattered::One const& one : scattered.all()) {
      Stone stone{one.middle, most * one.size * one.size, 0.3f * one.tilt, one.shade, {}};
      stone.cap = 0.5f * stone.radius * (1.0f + 0.4f * one.rise);
      for (int i = 0; i < kFacets; ++i) {
        // Facets lean and lie at uneven distances, so that no two stones have the same outline.
        const float uneven = std::sin(17.0f * one.shade + 5.0f * static_cast<float>(i * i));
        const float turn = kTurn * (static_cast<float>(i) + 0.35f * uneven) + 3.0f * one.rise;
        const float lean = 1.0f + 0.4f * uneven, away = stone.radius * (0.85f + 0.25f * uneven);
        stone.facets[static_cast<std::size_t>(i)] = {-lean * glm::vec2(std::cos(turn), std::sin(turn)), lean * away};
      }
      stones_.push_back(stone);
    }
  }

  int count() const { return count_; }

  /// Height in squares, 0 between the stones, and shade at a place in squares.
  Relief at(glm::vec2 place) const {
    Relief relief;
    const glm::ivec2 home(glm::floor(place));
    for (int j = home.y - 1; j <= home.y + 1; ++j) {
      for (int i = home.x - 1; i <= home.x + 1; ++i) {
        Stone const& stone = stones_[static_cast<std::size_t>(wrapped(j) * count_ + wrapped(i))];
        const glm::vec2 from = place - stone.middle - (glm::vec2(static_cast<float>(i), static_cast<float>(j)) + 0.5f);
        if (glm::dot(from, from) >= 2.6f * stone.radius * stone.radius) continue;
        float height = stone.cap + glm::dot(from, stone.tilt);
        for (Facet const& facet : stone.facets) height = std::min(height, facet.offset + glm::dot(from, facet.slope));
        if (height > relief.height) relief = {height, stone.shade};
      }
    }
    return relief;
  }

 private:
  static constexpr int kFacets = 6;
  /// A plane through the surface of a stone, relative to its middle.
  struct Facet {
    glm::vec2 slope{0.0f};
    float offset = 0.0f;
  };
  struct Stone {
    glm::vec2 middle{0.0f};
    float radius = 0.0f;
    glm::vec2 tilt{0.0f};
    float shade = 0.0f;
    std::array<Facet, kFacets> facets{};
    float cap = 0.0f;  ///< height of the top
  };

  int wrapped(int i) const { return (i + count_) % count_; }

  int count_;
  std::vector<Stone> stones_;  ///< `middle` is relative to the middle of the square
};

/// Heights in texels and shades of a square texture.
struct Ground {
  std::vector<float> height, shade;
};

/// A texture of `relief`, a function of a place in the unit square.
template <class ReliefAt>
Ground ground_of(ReliefAt const& relief) {
  constexpr auto kCells = static_cast<std::size_t>(kRockSide) * kRockSide;
  Ground made{std::vector<float>(kCells), std::vector<float>(kCells)};
  for_rows(kRockSide, [&](int y) {
    for (int x = 0; x < kRockSide; ++x) {
      const Relief here = relief((glm::vec2(x, y) + 0.5f) / static_cast<float>(kRockSide));
      const auto i = static_cast<std::size_t>(y * kRockSide + x);
      made.height[i] = here.height;
      made.shade[i] = here.shade;
    }
  });
  return made;
}

Ground broken_ground() {
  constexpr float kBend = 0.02f, kRidges = 7.0f, kStep = 0.08f, kStoneRadius = 0.5f;
  const Fractal roughness(8, 6, 5.5f), bend(8, 4, 11.25f);
  const std::array<Scattered, 2> all_pieces{{{17, 1}, {43, 2}}};
  const std::array<Scattered, 3> all_stones{{{36, 3}, {80, 4}, {150, 5}}};
  return ground_of([&](glm::vec2 share) {
    const float rough = roughness.at(share.x, share.y);
    // Bends the rims, so that pieces are not polygons.
    const glm::vec2 bent = share + kBend * glm::vec2(rough, bend.at(share.x, share.y));
    Relief sum{-kRidges * std::abs(rough), 0.3f * rough};
    for (Scattered const& pieces : all_pieces) {
      const auto count = static_cast<float>(pieces.count());
      const Relief found = piece_at(pieces, bent * count);
      sum.height += kStep * found.height * kRockSide / count;
      sum.shade += 0.25f * found.shade;
    }
    for (Scattered const& stones : all_stones) {
      const auto count = static_cast<float>(stones.count());
      const Relief found = stone_at(stones, share * count, kStoneRadius);
      sum.height += 0.7f * found.height * kRockSide / count;
      sum.shade += 0.5f * found.shade;
    }
    return sum;
  });
}

/// Level ground: fines, and stones of all sizes that lie on them, few large and many small ones.
Ground stony_ground() {
  constexpr float kRough = 1.6f, kStoneRadius = 0.6f, kHeight = 1.1f, kVarnish = 0.08f;
  const Fractal roughness(16, 5, 3.25f);
  const std::array<AngularStones, 3> all_stones{
      {{36, 11, kStoneRadius}, {79, 12, kStoneRadius}, {160, 13, kStoneRadius}}};
  return ground_of([&](glm::vec2 share) {
    const float rough = roughness.at(share.x, share.y);
    Relief sum{kRough * rough, 0.25f * rough};
    for (AngularStones const& stones : all_stones) {
      const auto count = static_cast<float>(stones.count());
      const Relief found = stones.at(share * count);
      if (found.height <= 0.0f) continue;
      sum.height += kHeight * found.height * kRockSide / count;
      sum.shade = 0.45f * found.shade - kVarnish;
    }
    return sum;
  });
}

/// A cliff in courses of rock, which lie on each other like the beds of a sediment. Joints part each course into
/// blocks.
class Courses {
 public:
  /// `count`: courses per tile; `seed` chooses their thickness, their blocks and how far each stands out.
  Courses(int count, std::uint32_t seed) {
    float top = 0.0f;
    for (int i = 0; i < count; ++i) {
      const float random = random_unit(static_cast<std::uint32_t>(i), seed);
      top += 0.25f + 1.5f * random * random;
      tops_.push_back(top);
    }
    for (float& at : tops_) at /= top;
    for (int i = 0; i < count; ++i) courses_.push_back(course(static_cast<std::size_t>(i), seed));
  }

  /// Height in tiles, and shade, at a place whose coordinates are from 0 to 1.
  Relief at(glm::vec2 place) const {
    const auto number = std::lower_bound(tops_.begin(), tops_.end() - 1, place.y) - tops_.begin();
    Course const& course = courses_[static_cast<std::size_t>(number)];
    const auto blocks = static_cast<float>(course.blocks.size());
    float along = place.x * blocks + course.shift;
    along -= blocks * std::floor(along / blocks);
    Block const& block = course.blocks[std::min(static_cast<std::size_t>(along), course.blocks.size() - 1)];
    const float from_side = (0.5f - std::abs(along - std::floor(along) - 0.5f)) / blocks;  // tiles
    const float up = (place.y - course.bottom) / course.thickness;
    const float joint = std::max(1.0f - std::min(from_side, std::min(up, 1.0f - up) * course.thickness) / kJoint, 0.0f);
    const float height = course.out + block.out + (up - 0.5f) * block.lean - 0.30f * joint;
    return {course.thickness * height, course.shade + block.shade - 0.8f * joint};
  }

 private:
  static constexpr float kJoint = 0.006f;  // half the width of a joint, tiles

  /// Heights are in thicknesses of the course.
  struct Block {
    float out = 0.0f, lean = 0.0f, shade = 0.0f;
  };
  struct Course {
    float bottom = 0.0f, thickness = 0.0f, shift = 0.0f, out = 0.0f, shade = 0.0f;
    std::vector<Block> blocks;
  };

  Course course(std::size_t i, std::uint32_t seed) const {
    const auto number = static_cast<std::uint32_t>(i);
    Course made;
    made.bottom = i == 0 ? 0.0f : tops_[i - 1];
    made.thickness = tops_[i] - made.bottom;
    made.shift = random_unit(number, seed + 2);
    made.out = 0.50f * random_unit(number, seed + 3);
    made.shade = 0.9f * (random_unit(number, seed + 6) - 0.5f);
    // Blocks are one to three times as wide as high.
    const float width = made.thickness * (1.0f + 2.0f * random_unit(number, seed + 1));
    const auto count = static_cast<std::uint32_t>(std::max(std::round(1.0f / width), 2.0f));
    for (std::uint32_t k = 0; k < count; ++k) {
      const std::uint32_t block = k * 64u + number;
      made.blocks.push_back({0.30f * random_unit(block, seed + 4), 0.4f * random_unit(block, seed + 5) - 0.35f,
                             0.7f * (random_unit(block, seed + 7) - 0.5f)});
    }
    return made;
  }

  std::vector<float> tops_;  ///< of the courses, tiles
  std::vector<Course> courses_;
};

Ground jointed_cliff() {
  constexpr float kRidges = 5.0f;
  const glm::vec2 kBend(0.030f, 0.018f);
  const Fractal roughness(8, 6, 9.5f), bend(3, 4, 2.25f);
  const std::array<Courses, 2> all_courses{{{9, 21}, {31, 41}}};
  return ground_of([&](glm::vec2 share) {
    const float rough = roughness.at(share.x, share.y);
    const glm::vec2 bent = glm::fract(share + kBend * glm::vec2(0.6f * rough, bend.at(share.x, share.y)));
    Relief sum{-kRidges * std::abs(rough), 0.4f * rough};
    for (Courses const& courses : all_courses) {
      const Relief found = courses.at(bent);
      sum.height += found.height * kRockSide;
      sum.shade += 0.6f * found.shade;
    }
    return sum;
  });
}

/// Height minus the mean of the surroundings.
std::vector<float> relative_height(std::vector<float> const& height, int side, int reach) {
  std::vector<float> blurred = height, rows(height.size());
  const auto at = [side](int x, int y) {
    return static_cast<std::size_t>(((y + side) % side) * side + (x + side) % side);
  };
  for (int pass = 0; pass < 2; ++pass) {
    for_rows(side, [&](int y) {
      for (int x = 0; x < side; ++x) {
        float sum = 0.0f;
        for (int k = -reach; k <= reach; ++k) sum += pass == 0 ? blurred[at(x + k, y)] : rows[at(x, y + k)];
        (pass == 0 ? rows : blurred)[at(x, y)] = sum / static_cast<float>(2 * reach + 1);
      }
    });
  }
  std::vector<float> out(height.size());
  for (std::size_t i = 0; i < out.size(); ++i) out[i] = height[i] - blurred[i];
  return out;
}

std::vector<std::uint8_t> noise_bytes() {
  constexpr auto kCells = static_cast<std::size_t>(kNoiseSide) * kNoiseSide;
  const Fractal coarse_noise(4, 5, 0.25f), rough_noise(8, 5, 7.75f);
  std::vector<float> coarse(kCells), rough(kCells);
  for_rows(kNoiseSide, [&](int y) {
    for (int x = 0; x < kNoiseSide; ++x) {
      const float u = static_cast<float>(x) / kNoiseSide, v = static_cast<float>(y) / kNoiseSide;
      const auto i = static_cast<std::size_t>(y * kNoiseSide + x);
      coarse[i] = coarse_noise.at(u, v);
      rough[i] = rough_noise.at(u, v);
    }
  });
  constexpr float kContrast = 0.85f, kSlopeContrast = 5.0f, kFineContrast = 1.1f;
  return grain_bytes(kNoiseSide, [&](int x, int y) {
    const auto i = static_cast<std::size_t>(y * kNoiseSide + x);
    const glm::vec2 slope = slopes(rough, kNoiseSide, x, y);
    return 0.5f + glm::vec4(kContrast * coarse[i], kSlopeContrast * slope, kFineContrast * rough[i]);
  });
}

std::vector<std::uint8_t> rock_bytes(Ground const& ground) {
  constexpr int kReach = 6;  // texels
  constexpr float kShadeContrast = 0.4f, kCavity = 0.04f, kSlopeContrast = 0.25f, kHeightContrast = 0.11f;
  const std::vector<float> out = relative_height(ground.height, kRockSide, kReach);
  return grain_bytes(kRockSide, [&](int x, int y) {
    const auto i = static_cast<std::size_t>(y * kRockSide + x);
    const glm::vec2 slope = slopes(ground.height, kRockSide, x, y);
    return 0.5f + glm::vec4(kShadeContrast * ground.shade[i] + kCavity * out[i], kSlopeContrast * slope,
                            kHeightContrast * out[i]);
  });
}

std::vector<std::uint8_t> all_rock_bytes() {
  std::vector<std::uint8_t> all;
  for (Ground const& ground : {broken_ground(), stony_ground(), jointed_cliff()}) {
    const std::vector<std::uint8_t> bytes = rock_bytes(ground);
    all.insert(all.end(), bytes.begin(), bytes.end());
  }
  return all;
}

std::vector<std::uint8_t> ripple_bytes() {
  using Complex = std::complex<float>;
  constexpr float kTurn = 6.28318531f;
  constexpr auto kSide = static_cast<std::size_t>(kRippleSide);
  std::vector<float> height(kSide * kSide, 0.0f);
  std::vector<Complex> wave(kSide * kSide, Complex(0.0f));
  std::array<Complex, kRippleSide> along{}, across{};
  for (std::uint32_t k = 0; k < kRippleComponents; ++k) {
    // Waves of nearly the same length and direction interfere, so that crests wander, end and fork.
    const int nx =
        kRippleWaves + static_cast<int>(std::lround((random_unit(k, 0) + random_unit(k, 1) - 1.0f) * kRippleSpread));
    const int ny = static_cast<int>(std::lround((random_unit(k, 2) + random_unit(k, 3) - 1.0f) * kRippleSlant));
    const float phase = kTurn * random_unit(k, 4);
    for (int i = 0; i < kRippleSide; ++i) {
      const float t = kTurn * static_cast<float>(i) / kRippleSide;
      along[static_cast<std::size_t>(i)] = std::polar(1.0f, t * static_cast<float>(nx) + phase);
      across[static_cast<std::size_t>(i)] = std::polar(1.0f, t * static_cast<float>(ny));
    }
    for (std::size_t y = 0; y < kSide; ++y) {
      for (std::size_t x = 0; x < kSide; ++x) wave[y * kSide + x] += along[x] * across[y];
    }
  }
  const float scale = 1.0f / std::sqrt(static_cast<float>(kRippleComponents));
  for (std::size_t i = 0; i < wave.size(); ++i) {
    // Shifting the local phase gives a gentle stoss and a steep lee; the envelope lets ripple trains fade in and out.
    const float strength = std::min(std::abs(wave[i]) * scale, 1.4f) / 1.4f;
    const float phase = std::arg(wave[i]);
    height[i] = std::sqrt(strength) * std::sin(phase + kRippleSharpness * std::sin(phase));
  }
  constexpr float kSlopeContrast = 0.9f, kHeightContrast = 0.45f;
  const auto color = [&](int x, int y) {
    const auto i = static_cast<std::size_t>(y * kRippleSide + x);
    return 0.5f + glm::vec4(kSlopeContrast * slopes(height, kRippleSide, x, y), kHeightContrast * height[i], 0.5f);
  };
  return grain_bytes(kRippleSide, color);
}

}  // namespace

GlTexture make_noise_texture() {
  static const std::vector<std::uint8_t> kBytes = noise_bytes();
  return grain_texture(kNoiseSide, kBytes);
}

GlTexture make_rock_textures() {
  static const std::vector<std::uint8_t> kBytes = all_rock_bytes();
  return make_texture(
      {.size = glm::ivec2(kRockSide), .filter = GL_LINEAR_MIPMAP_LINEAR, .wrap = GL_REPEAT, .layers = kRockLayers},
      kBytes.data());
}

GlTexture make_ripple_texture() {
  static const std::vector<std::uint8_t> kBytes = ripple_bytes();
  return grain_texture(kRippleSide, kBytes);
}

}  // namespace barchan::render
