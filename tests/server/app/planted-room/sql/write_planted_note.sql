-- Stores a note and returns how many characters it has.
create or replace function write_planted_note(p_person uuid, p_words text) returns int language sql as $$
  insert into planted_note (person_id, words) values (p_person, p_words) returning characters
$$;
