import { product } from '#contract/product'
import { escapeHtml } from '#server/platform/escape-html'

const style = `:root{color-scheme:light dark;--paper:#fff;--ink:#1d1a12;--ground:#f4f1ea;--soft:#5d574a;--mind:#fff3d0;--good:#e2f3e5}
@media(prefers-color-scheme:dark){:root{--paper:#221f17;--ink:#f5f1e6;--ground:#14120d;--soft:#b8b09c;--mind:#46380e;--good:#1d3b25}}
body{margin:0;background:var(--ground);color:var(--ink);font:1rem/1.45 system-ui,sans-serif}
main{max-width:26rem;margin:1rem auto;background:var(--paper);border-radius:14px;overflow:hidden}
header{background:#f9b000;color:#1d1a12;padding:.7rem min(1.2rem,24px);font-weight:700;border-bottom:6px double #1d1a12}
section{padding:.4rem min(1.2rem,24px) 1.2rem;container-type:inline-size}h1{font-size:1.15rem;margin:.6rem 0 0;overflow-wrap:anywhere}
.state{padding:.8rem 1rem;border-radius:8px;font-weight:700;background:var(--ground)}.mind{background:var(--mind)}.good{background:var(--good)}.stop{background:#b3261e;color:#fff}
.road{display:flex;flex-wrap:wrap;gap:0 .8rem;justify-content:space-between;align-items:center;margin-bottom:0}.road b{font-size:1.6rem;font-variant-numeric:tabular-nums}.road i{flex:1 0 1rem;border-top:2px solid}.road span:last-child{margin-left:auto;text-align:right}
dl{display:grid;grid-template-columns:auto 1fr;gap:.4rem 1rem}dt{color:var(--soft)}dd{margin:0;overflow-wrap:anywhere}
@container(width<16rem){dl{display:block}dd+dt{margin-top:.4rem}}
a{color:inherit;display:inline-block;padding:.3rem 0}.soft,small{color:var(--soft)}`

/** Returns a page without script. `inside`: the HTML of its content, with its texts already escaped. */
export function renderScriptlessPage(title: string, inside: string): string {
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><link rel="icon" href="/icon.svg" type="image/svg+xml"><meta name="robots" content="noindex,nofollow"><meta name="referrer" content="no-referrer"><title>${escapeHtml(title)} · ${product.name}</title><style>${style}</style></head><body><main><header>${product.name}</header><section>${inside}</section></main></body></html>`
}
