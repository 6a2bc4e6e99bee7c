import { TextInput, type TextInputProps } from '@mantine/core';

interface TextFieldProps extends Omit<TextInputProps, 'onChange'> {
  onChange: (value: string) => void;
}

/** One line of text. `onChange` gets the text itself. */
export function TextField({ onChange, ...props }: TextFieldProps) {
  return <TextInput {...props} onChange={(event) => onChange(event.currentTarget.value)} />;
}
