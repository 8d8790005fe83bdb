/** How the scores were made, at the end of the page. */
import type { View } from "../../view/model.ts";

export function Footer({ view: { goldie, rules } }: { readonly view: View }) {
  return (
    <footer class="footer">
      <p>Made with Goldie {goldie}.</p>
      {rules.length === 0 ? null : (
        <dl class="rules">
          {rules
            .filter(([name, value]) => name !== value)
            .map(([name, value]) => (
              <div key={name}>
                <dt>{name}</dt>
                <dd dir="auto">{value}</dd>
              </div>
            ))}
        </dl>
      )}
    </footer>
  );
}
