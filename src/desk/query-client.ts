import { retries } from '#lib/queries/retries'
import { QueryClient } from '@tanstack/react-query'

/** Retries as the app does. No data of a desk is stored on the device. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: retries,
    mutations: { networkMode: 'always' },
  },
})
