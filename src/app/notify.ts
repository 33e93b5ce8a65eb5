/** Says something in passing. What shows it comes with the first word; without a network it stays silent. */
export function notify(message: string): void {
  import('./snackbars.tsx').then(({ showSnackbar }) => showSnackbar(message)).catch(() => undefined)
}
