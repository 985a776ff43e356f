// The package has typings for its CommonJS build alone, which Node takes for an ES module.
declare module "wgsl_reflect/wgsl_reflect.module.js" {
  export * from "wgsl_reflect";
}
