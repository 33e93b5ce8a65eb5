import { join } from 'node:path'
import type { Plugin } from 'vite'
import { bundleWithAppSettings } from './bundle.ts'
import { endpointDataPlugin, pureContractPlugin, shapeDataPlugin } from './endpoints.ts'
import { addPolicy } from './page-policy.ts'

/**
 * Builds the desk beside the app: `desk.html`, its files in `desk-assets`, a chunk for each screen. It is a separate
 * build, so that nothing of it is in the import map of every traveller's page, or stored on their phones.
 */
export const desk = (): Plugin => ({
  name: 'waka:desk',
  apply: 'build',
  closeBundle: {
    order: 'post',
    sequential: true,
    async handler() {
      const app = this.environment.getTopLevelConfig()
      const { target, modulePreload, assetsInlineLimit } = app.build
      await bundleWithAppSettings(app, {
        plugins: [shapeDataPlugin(), endpointDataPlugin(), pureContractPlugin(), deskPolicy],
        build: {
          target,
          modulePreload,
          assetsInlineLimit,
          assetsDir: 'desk-assets',
          cssCodeSplit: false,
          rolldownOptions: {
            input: join(app.root, 'desk.html'),
            // One chunk for each screen, and one for code that several share.
            output: { codeSplitting: { groups: [{ name: 'shared', minShareCount: 2 }] } },
          },
        },
      })
    },
  },
})

/** Adds a policy to the page of the desk: no inline scripts, nothing from other origins. */
const deskPolicy: Plugin = {
  name: 'waka:desk-policy',
  transformIndexHtml: { order: 'post', handler: addPolicy },
}
