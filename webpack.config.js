/**
 * Six builds; `--config-name` picks one:
 * `demo`  the demo page, for `npm start`, the browser tests and publishing;
 * `inspector` a page with the Inspector, for its browser test alone;
 * `umd`   the library for script tags, where Babylon is the global BABYLON;
 * `global` the same as an ES module, for the Playground and pages with an import map;
 * `worker` what runs in a worker beside these two;
 * `bench` each benchmark as one file for a bare machine, which needs only Node and the package `webgpu`.
 */
import { join } from "node:path";
import HtmlWebpackPlugin from "html-webpack-plugin";
import MinimizerPlugin from "minimizer-webpack-plugin";

const root = import.meta.dirname;

/** @returns {import("webpack").Configuration} What the builds have in common. */
function common(name) {
  return {
    name,
    mode: "production",
    module: {
      rules: [
        {
          test: /\.ts$/,
          loader: "swc-loader",
          options: { jsc: { parser: { syntax: "typescript" }, target: "es2022" } },
        },
      ],
    },
    // TypeScript's specifiers name the file that will be emitted.
    resolve: { extensionAlias: { ".js": [".ts", ".js"] } },
    optimization: { minimizer: [new MinimizerPlugin({ minify: MinimizerPlugin.swcMinify, extractComments: false })] },
    performance: false,
    cache: {
      type: "filesystem",
      cacheDirectory: join(root, "node_modules/.cache/babylon-cloth/webpack"),
      buildDependencies: { config: [import.meta.filename] },
    },
    stats: "errors-warnings",
  };
}

/** Of the Inspector: 18 MB. No page of ours edits node materials, node geometry or a GUI. */
const editors = [
  "gui-editor",
  "node-editor",
  "node-geometry-editor",
  "node-particle-editor",
  "node-render-graph-editor",
];

/**
 * For a page that imports the Inspector when it is asked for. Measured on two cores, without a cache: its build takes 7 s longer for
 * `npm start`, 16 s with the minimizer.
 *
 * @returns {import("webpack").Configuration} What such builds have in common.
 */
function withInspector(name) {
  const build = common(name);
  return {
    ...build,
    resolve: { ...build.resolve, alias: Object.fromEntries(editors.map((editor) => [`@babylonjs/${editor}$`, false])) },
    devServer: { host: "127.0.0.1", port: "auto", static: false },
  };
}

/** @type {import("webpack").Configuration} */
const demo = {
  ...withInspector("demo"),
  entry: { index: "./demo/index.ts", laboratory: "./demo/laboratory/index.ts" },
  output: { path: join(root, "build/demo"), filename: "[name].[contenthash:8].js", clean: true },
  plugins: [
    new HtmlWebpackPlugin({ template: "./demo/index.html", chunks: ["index"] }),
    new HtmlWebpackPlugin({
      template: "./demo/laboratory/index.html",
      filename: "laboratory.html",
      chunks: ["laboratory"],
    }),
  ],
};

/** A full browser asks for an icon where a page names none. */
const inspectorPage =
  '<!doctype html><html><head><meta charset="utf-8"><title>Inspector</title><link rel="icon" href="data:,"></head><body></body></html>';

/** @type {import("webpack").Configuration} */
const inspector = {
  ...withInspector("inspector"),
  entry: "./test/browser/inspectorPage.ts",
  output: { path: join(root, "build/inspector"), filename: "[name].js", clean: true },
  plugins: [new HtmlWebpackPlugin({ templateContent: inspectorPage })],
  // Nobody downloads it.
  optimization: { minimize: false },
};

const babylon = { root: "BABYLON", commonjs: "babylonjs", commonjs2: "babylonjs", amd: "babylonjs" };

/**
 * @param address - Code that tells a bundle's own address, while it starts.
 * @returns A plugin: the bundle's worker is the file beside it, instead of one that the bundler of an app finds.
 */
function workerBeside(address) {
  return (compiler) => {
    const { DefinePlugin, NormalModuleReplacementPlugin } = compiler.webpack;
    new NormalModuleReplacementPlugin(/\/ownWorker\.js$/, "./ownWorkerOfBundle.js").apply(compiler);
    new DefinePlugin({ BABYLON_CLOTH_ADDRESS: address }).apply(compiler);
  };
}

/**
 * The library in one file, without Babylon.
 *
 * @param external - Where Babylon is.
 * @param address - See workerBeside.
 * @returns {import("webpack").Configuration} What such builds have in common.
 */
function inOneFile(name, external, address) {
  return {
    ...common(name),
    entry: "./src/index.ts",
    externals: ({ request }, callback) => {
      if (request.startsWith("@babylonjs/core/")) callback(null, external);
      else callback();
    },
    plugins: [workerBeside(address)],
    // Measured: 1048 KB, 313 KB with gzip -9, two fifths of it WGSL. Over twice what the solver and the surface need alone: drag, files,
    // debug views, full resolution, contact and recovery, fields, depth maps, springs, cuts, tears, seams, pressure, outlines, geometry images, velocities and
    // grips that give way, messages about what is missing, cells that meet edges, and momentum about pins came with it, and a script tag has no chunks.
    performance: { hints: "error", maxAssetSize: 1_050_000, maxEntrypointSize: 1_050_000 },
  };
}

/** @type {import("webpack").Configuration} */
const umd = {
  ...inOneFile("umd", babylon, 'typeof document === "object" ? document.currentScript?.src : undefined'),
  output: {
    path: join(root, "dist"),
    filename: "babylon-cloth.umd.js",
    library: { name: "BabylonCloth", type: "umd" },
    globalObject: "globalThis",
  },
};

/** @type {import("webpack").Configuration} */
const global = {
  ...inOneFile("global", "globalThis.BABYLON", "import.meta.url"),
  experiments: { outputModule: true },
  externalsType: "var",
  output: {
    path: join(root, "dist"),
    filename: "babylon-cloth.global.js",
    module: true,
    library: { type: "module" },
  },
};

/** @type {import("webpack").Configuration} */
const worker = {
  ...common("worker"),
  target: "webworker",
  entry: "./src/backends/cpu/worker/clothWorker.ts",
  output: { path: join(root, "dist"), filename: "babylon-cloth.worker.js" },
};

/** @type {import("webpack").Configuration} */
const bench = {
  ...common("bench"),
  target: "node20",
  entry: Object.fromEntries(
    ["bench", "contact", "cutting", "random", "runs", "sewing", "sheets", "twins"].map((name) => [
      name,
      `./test/bench/${name}.ts`,
    ]),
  ),
  experiments: { outputModule: true },
  output: { path: join(root, "build"), filename: "[name].mjs", module: true, library: { type: "module" } },
  externals: { webgpu: "module webgpu" },
  // Nobody downloads it, and its stack traces should be readable.
  optimization: { minimize: false },
};
bench.module = {
  ...bench.module,
  // One file, whose own address is that of where it runs, not of where it was built.
  parser: { javascript: { dynamicImportMode: "eager", createRequire: false, importMeta: false } },
};

export default [demo, inspector, umd, global, worker, bench];
