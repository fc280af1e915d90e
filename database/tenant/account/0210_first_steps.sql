-- When somebody put the first steps of the home page away.
alter table users add column first_steps_hidden_at timestamptz(3);
