import react from '@vitejs/plugin-react'
import { build, type InlineConfig, mergeConfig, type ResolvedConfig } from 'vite'

/** Bundles other parts of `src/` than the app, into the app's folder or one in it. */
export async function bundleBeside(app: ResolvedConfig, other: InlineConfig): Promise<void> {
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
