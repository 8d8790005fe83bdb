/** Who is labelling? Asked once. */
import { useState } from "preact/hooks";

interface NameFormProps {
  readonly name: string;
  onName(name: string): void;
}

export function NameForm({ name, onName }: NameFormProps) {
  const [text, setText] = useState(name);
  return (
    <form
      class="label-name"
      onSubmit={(event) => {
        event.preventDefault();
        if (text.trim() !== "") onName(text.trim());
      }}
    >
      <h1>Who is labelling?</h1>
      <p class="muted">Your name is written next to each label, so that agreement can be computed.</p>
      <label class="field">
        Name
        <input
          value={text}
          maxLength={100}
          required
          dir="auto"
          autocomplete="name"
          autofocus
          onInput={(event) => setText(event.currentTarget.value)}
        />
      </label>
      <button type="submit">Start</button>
    </form>
  );
}
