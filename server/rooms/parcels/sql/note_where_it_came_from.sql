-- Stores the old state with every new one, so that the pair meets its foreign key.
create or replace function note_where_it_came_from() returns trigger language plpgsql as $$
begin
  new.came_from := old.state;
  return new;
end $$;
