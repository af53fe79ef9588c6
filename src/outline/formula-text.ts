/** Formulas as a line of text: `A = πr²`, `(a + b)/(2c)`, `√(x + 1)`. */

const SIGNS = new Map(
  'alpha α beta β gamma γ delta δ epsilon ε varepsilon ε zeta ζ eta η theta θ iota ι kappa κ lambda λ mu μ nu ν xi ξ pi π rho ρ sigma σ tau τ phi φ varphi φ chi χ psi ψ omega ω Gamma Γ Delta Δ Theta Θ Lambda Λ Xi Ξ Pi Π Sigma Σ Phi Φ Psi Ψ Omega Ω times × cdot · div ÷ pm ± mp ∓ le ≤ leq ≤ ge ≥ geq ≥ ne ≠ neq ≠ approx ≈ sim ~ equiv ≡ propto ∝ infty ∞ partial ∂ nabla ∇ sum ∑ prod ∏ int ∫ to → rightarrow → Rightarrow ⇒ leftarrow ← mapsto ↦ in ∈ notin ∉ subset ⊂ subseteq ⊆ cup ∪ cap ∩ emptyset ∅ forall ∀ exists ∃ neg ¬ land ∧ lor ∨ ldots … dots … cdots … circ ° degree ° ll ≪ gg ≫ star ⋆ prime ′ mid | vert | % % & & # # $ $ { { } }'
    .split(' ')
    .flatMap((sign, at, all) => (at % 2 === 0 ? [[sign, all[at + 1]!] as const] : [])),
);
const TOKEN = /\\(?:[A-Za-z]+\*?|.)|\s+|[^\s\\]/gsu;
const SPACES = /^(?:[,;:! ~]|q?quad)$/;
/** What only says how the signs look. */
const LOOKS = /^(?:left|right|middle|[bB]igg?[lrm]?|displaystyle|textstyle|limits|nolimits|tag)$/;
/** Deeper formulas are not written by people. */
const DEEPEST = 30;

export const raised = (text: string, mark = '^'): string => script(text, '⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻', mark);
export const lowered = (text: string): string => script(text, '₀₁₂₃₄₅₆₇₈₉₊₋', '_');

/** Numbers become raised or lowered ones; anything else is marked. */
function script(text: string, signs: string, mark: string): string {
  if (text === '' || text === '′' || text === '°') return text;
  if (/^[+−-]?\d{1,3}$/.test(text))
    return [...text.replace('−', '-')].map((each) => signs['0123456789+-'.indexOf(each)]!).join('');
  return mark + grouped(text);
}

/** Puts anything but a single name or number in parentheses. */
export const grouped = (text: string): string => (/^(?:[\p{L}\p{N}.,]+|\([^()]*\))$/u.test(text) ? text : `(${text})`);

/** The text of a formula in TeX. Linear time. */
export function texText(tex: string): string {
  const tokens = tex.match(TOKEN) ?? [];
  let at = 0;
  const group = (end: string, depth: number): string => {
    let text = '';
    while (at < tokens.length && tokens[at] !== end) text += atom(depth + 1);
    at += 1;
    return text.trim();
  };
  const argument = (depth: number): string => {
    while (/^\s/.test(tokens[at] ?? '')) at += 1;
    return at < tokens.length ? atom(depth) : '';
  };
  function atom(depth: number): string {
    const token = tokens[at]!;
    at += 1;
    if (depth > DEEPEST) return '';
    if (token === '{') return group('}', depth);
    if (token === '^') return raised(argument(depth + 1));
    if (token === '_') return lowered(argument(depth + 1));
    if (/^\s/.test(token) || token === '~' || token === '&') return ' ';
    if (!token.startsWith('\\')) return token === '-' ? '−' : token;
    const name = token.slice(1);
    const sign = SIGNS.get(name);
    if (sign !== undefined) {
      const isBound = /\p{L}/u.test(sign) && /^[\p{L}\d]/u.test(tokens[at + 1] ?? '');
      if (isBound && /^\s/.test(tokens[at] ?? '')) at += 1;
      return sign;
    }
    if (name === '\\') return '; ';
    if (SPACES.test(name)) return ' ';
    if (LOOKS.test(name)) {
      // An invisible parenthesis.
      if (tokens[at] === '.') at += 1;
      return '';
    }
    if (/^[dt]?frac$/.test(name)) return `${grouped(argument(depth + 1))}/${grouped(argument(depth + 1))}`;
    if (name === 'sqrt') {
      const hasDegree = tokens[at] === '[';
      if (hasDegree) at += 1;
      return `${hasDegree ? raised(group(']', depth), '') : ''}√${grouped(argument(depth + 1))}`;
    }
    if (name === 'begin' || name === 'end') return argument(depth + 1) && '';
    const isStyle = /^(?:text|math|oper|bold|emph|hat|bar|vec|tilde|over|under)/.test(name);
    return isStyle ? argument(depth + 1) : /^\W$/.test(name) ? name : `${name} `;
  }
  let text = '';
  while (at < tokens.length) text += atom(0);
  return text
    .replace(/\s+/g, ' ')
    .replace(/([([])\s|\s([)\],;])/g, '$1$2')
    .trim();
}
