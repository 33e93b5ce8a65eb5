-- Counts the characters of a note before it is stored.
create or replace function count_planted_note() returns trigger language plpgsql as $$
begin
  new.characters := length(new.words);
  return new;
end $$;
