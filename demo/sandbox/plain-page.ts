import { escapeHtml } from '#server/platform/escape-html'

const style = `
  :root{color-scheme:light dark;--ink:#1c1a17;--paper:#fff;--line:#d9d4cb;--soft:#f6f3ee;--sun:#f9b000}
  @media(prefers-color-scheme:dark){:root{--ink:#f4efe6;--paper:#171512;--line:#4a443b;--soft:#221f1b}}
  *{box-sizing:border-box}
  body{font:1rem/1.5 system-ui,sans-serif;color:var(--ink);background:var(--paper);max-width:30rem;overflow-wrap:anywhere;margin:0 auto;padding:1rem min(1rem,24px)}
  main{container-type:inline-size}
  h1{font-size:min(2.2rem,12vw);overflow-wrap:anywhere;line-height:1.1;margin:.5rem 0;font-variant-numeric:tabular-nums}
  a{color:inherit}
  .flag{background:var(--sun);color:#1c1a17;padding:.5rem .75rem;border-radius:.5rem;font-weight:600;margin:0}
  .bad,.good{border-left:.3rem solid #c62828;padding:.5rem .75rem;background:var(--soft)}.good{border-color:#2e7d32}
  fieldset{border:1px solid var(--line);border-radius:.75rem;padding:1rem;margin:0 0 1rem;min-width:0}
  legend{font-weight:700;padding:0 .4rem}
  label{display:block}label,summary{padding:.6rem 0;min-height:44px}
  input,select{font:inherit;color:inherit;background:var(--paper);width:100%;min-height:44px;padding:.5rem;border:1px solid var(--ink);border-radius:.5rem}
  button{font:inherit;font-weight:600;width:100%;min-height:48px;border:0;border-radius:.6rem;background:var(--ink);color:var(--paper);margin:.25rem 0}
  button.quiet{background:none;color:inherit;border:1px solid var(--ink);font-weight:400}
  button:focus-visible,input:focus-visible,select:focus-visible,a:focus-visible,summary:focus-visible{outline:3px solid var(--sun);outline-offset:2px}
  .row{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(100%,8.5rem),1fr));gap:.5rem}
  dl{display:grid;grid-template-columns:auto 1fr;gap:.25rem 1rem;margin:0 0 1rem}dd{margin:0;text-align:right;font-variant-numeric:tabular-nums}
  @container(width<16rem){dl{display:block}dd{text-align:left;margin-bottom:.4rem}fieldset{padding:.5rem}}
  ul{padding-left:1rem}article{border-top:1px solid var(--line);padding:1rem 0}pre{white-space:pre-wrap;font:inherit;overflow-wrap:anywhere}`

/** Returns a page of the stand-ins: without script, and readable at 360 px. `body` is HTML. */
export function renderPlainPage(title: string, body: string): string {
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><meta name="robots" content="noindex"><link rel="icon" href="data:,"><title>${escapeHtml(title)}</title><style>${style}</style></head><body><main>${body}</main></body></html>`
}
