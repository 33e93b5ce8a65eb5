import react from '@vitejs/plugin-react'
import { build, type InlineConfig, mergeConfig, type ResolvedConfig } from 'vite'

/** Bundles parts of `src/` beside the app, with the app's settings, into the app's output folder or a folder in it. */
export async function bundleWithAppSettings(
  app: ResolvedConfig,
  other: InlineConfig,
): Promise<void> {
  const shared: InlineConfig = {
    configFile: false,
    root: app.root,
    publicDir: false,
    plugins: [react()],
    resolve: { alias: app.resolve.alias },
    logLevel: 'error',
    build: { outDir: app.build.outDir, emptyOutDir: false },
  }
  await build(mergeConfig(shared, other))
}
