#include "GrowthFit.h"

#include <algorithm>
#include <cmath>

#include <Eigen/Core>
#include <Eigen/QR>
#include <unsupported/Eigen/NonLinearOptimization>

namespace isl::tool {

namespace {

// Work and bytes as parts of the last, so that all three numbers of the curve are near 1.
struct Scaled {
  Eigen::VectorXd work, bytes;
  double workUnit = 1, bytesUnit = 1;
};

Scaled scaled(const std::vector<WorkSample>& samples) {
  const auto count = static_cast<Eigen::Index>(samples.size());
  Scaled out{Eigen::VectorXd(count), Eigen::VectorXd(count), samples.back().work,
             std::max(1.0, samples.back().bytes)};
  for (Eigen::Index i = 0; i < count; ++i) {
    out.work[i] = samples[static_cast<size_t>(i)].work / out.workUnit;
    out.bytes[i] = samples[static_cast<size_t>(i)].bytes / out.bytesUnit;
  }
  return out;
}

// Offset and factor that go best with an exponent.
Eigen::Vector2d lineFor(const Scaled& data, double exponent) {
  Eigen::MatrixX2d terms(data.work.size(), 2);
  terms.col(0).setOnes();
  terms.col(1) = data.work.array().pow(exponent);
  return terms.colPivHouseholderQr().solve(data.bytes);
}

// What Levenberg-Marquardt asks for: the residuals of (a, b, ln c) and their derivatives. The logarithm keeps the exponent
// above 0.
struct PowerResiduals {
  using Scalar = double;
  enum { InputsAtCompileTime = Eigen::Dynamic, ValuesAtCompileTime = Eigen::Dynamic };
  using InputType = Eigen::VectorXd;
  using ValueType = Eigen::VectorXd;
  using JacobianType = Eigen::MatrixXd;

  const Scaled* data;
  static int inputs() { return 3; }
  int values() const { return static_cast<int>(data->work.size()); }

  int operator()(const Eigen::VectorXd& x, Eigen::VectorXd& residuals) const {
    residuals = x[0] + x[1] * data->work.array().pow(std::exp(x[2])) - data->bytes.array();
    return residuals.allFinite() ? 0 : -1;
  }
  int df(const Eigen::VectorXd& x, Eigen::MatrixXd& jacobian) const {
    const double exponent = std::exp(x[2]);
    for (Eigen::Index i = 0; i < data->work.size(); ++i) {
      const double work = data->work[i], power = std::pow(work, exponent);
      jacobian(i, 0) = 1;
      jacobian(i, 1) = power;
      jacobian(i, 2) = work > 0 ? x[1] * power * std::log(work) * exponent : 0;
    }
    return 0;
  }
};

GrowthFit unscaled(const Scaled& data, double offset, double factor, double exponent) {
  GrowthFit out;
  out.offset = offset * data.bytesUnit;
  out.factor = factor * data.bytesUnit / std::pow(data.workUnit, exponent);
  out.exponent = exponent;
  return out;
}

GrowthFit fitLine(const std::vector<WorkSample>& samples) {
  const Scaled data = scaled(samples);
  const Eigen::Vector2d line = lineFor(data, 1);
  return unscaled(data, line[0], line[1], 1);
}

GrowthFit fitPower(const std::vector<WorkSample>& samples) {
  const Scaled data = scaled(samples);
  const Eigen::Vector2d line = lineFor(data, 1);
  Eigen::VectorXd x(3);
  x << line[0], line[1], 0;
  PowerResiduals residuals{&data};
  Eigen::LevenbergMarquardt<PowerResiduals> solver(residuals);
  solver.minimize(x);
  return x.allFinite() ? unscaled(data, x[0], x[1], std::exp(x[2])) : fitLine(samples);
}

double squaresLeft(const GrowthFit& fit, const std::vector<WorkSample>& samples, size_t from) {
  double sum = 0;
  for (size_t i = from; i < samples.size(); ++i) {
    const double left = fit.at(samples[i].work) - samples[i].bytes;
    sum += left * left;
  }
  return sum;
}

// Half of the error: a quarter of its square. A power that follows noise is as often better than the line as worse, and
// seldom so much.
constexpr double kMuchBetter = 0.25;

bool powerForetells(const std::vector<WorkSample>& samples) {
  const double middle = (samples.front().work + samples.back().work) / 2;
  const auto half = static_cast<size_t>(
      std::partition_point(samples.begin(), samples.end(),
                           [middle](const WorkSample& sample) { return sample.work <= middle; }) -
      samples.begin());
  if (half < kFewestSamples || half == samples.size()) return false;
  const std::vector<WorkSample> first(samples.begin(), samples.begin() + static_cast<long>(half));
  return squaresLeft(fitPower(first), samples, half) <
         kMuchBetter * squaresLeft(fitLine(first), samples, half);
}

// Below it the second half of the work gains less than half of what the first does, as of a logarithm: no growth (see Trend.h).
const double kLeastExponent = std::log2(1.5);

}  // namespace

// The second half of a power's work gains 2^c - 1 of what the first half does. A trend grows from a half on; twice as much
// is as far from a straight line on the other side.
const char* nameOf(const GrowthFit& curve) {
  return curve.exponent > std::log2(3.0) ? "worse" : "linear";
}

double GrowthFit::at(double work) const { return offset + factor * std::pow(work, exponent); }

double GrowthFit::reaches(double bytes) const {
  if (factor <= 0 || exponent <= 0 || bytes <= offset) return 0;
  return std::pow((bytes - offset) / factor, 1 / exponent);
}

std::optional<GrowthFit> fitGrowth(const std::vector<WorkSample>& samples) {
  if (samples.size() < kFewestSamples || samples.back().work <= 0) return {};
  GrowthFit fit = powerForetells(samples) ? fitPower(samples) : fitLine(samples);
  if (fit.exponent < kLeastExponent) return {};
  double mean = 0, spread = 0;
  for (const WorkSample& sample : samples)
    mean += sample.bytes / static_cast<double>(samples.size());
  for (const WorkSample& sample : samples) spread += (sample.bytes - mean) * (sample.bytes - mean);
  // What moves by less than a byte does not move.
  fit.determination =
      spread > static_cast<double>(samples.size()) ? 1 - squaresLeft(fit, samples, 0) / spread : 0;
  if (!(fit.determination >= kLeastDetermination)) return {};
  return fit;
}

}  // namespace isl::tool
