"""Names of several common words that no dictionary of names has: works, figures, places, makes."""

ENGLISH = """
star wars, star trek, snow white, game of thrones, lord of the rings, the lord of the rings, lady gaga, coca cola,
black panther, iron man, wonder woman, green lantern, captain america, jurassic park, toy story, lion king, the lion
king, sleeping beauty, little mermaid, red riding hood, jack sparrow, tin man, pink floyd, rolling stones, the rolling
stones, led zeppelin, deep purple, iron maiden, red bull, burger king, pizza hut, apple watch, rubik cube, hello
kitty, angry birds, call of duty, tomb raider, street fighter, pac man, space invaders, times square, wall street,
central park, golden gate, silicon valley, white house, big apple, red square, red sea, black sea, dead sea, great
wall, stone age, middle ages, bronze age, ice age, world cup, super bowl, super mario, peter pan, tom cruise, tom
hanks, bob marley, john lennon, jack nicholson, will smith, bruce lee, elton john, mark twain, jane austen, little
women, moby dick, animal farm, brave new world, great gatsby, pulp fiction, fight club, the godfather, the matrix,
back to the future, father christmas, tooth fairy, easter bunny, good friday, new year, black friday, french
revolution, united nations, red cross, holy grail, milky way, north star, big dipper, great bear, big bang
"""
FRENCH = """
la guerre des étoiles, blanche neige, le petit prince, petit prince, dark vador, arc de triomphe, mont blanc, notre
dame, états unis, royaume uni, pays bas, nouvelle zélande, côte d'ivoire, côte d'azur, mer morte, mer noire, mer
rouge, moyen âge, belle au bois dormant, la belle au bois dormant, chat botté, le chat botté, petit chaperon rouge,
barbe bleue, le petit chaperon rouge, petit poucet, le petit poucet, roi lion, le roi lion, reine des neiges, la reine
des neiges, homme araignée, guerre et paix, les misérables, le bourgeois gentilhomme, le malade imaginaire, père noël,
petite souris, croix rouge, maison blanche, grande muraille, statue de la liberté, champ de mars, place rouge, tour de
pise, voie lactée, grande ourse, petite ourse, coupe du monde, tour de france, jeux olympiques, nations unies,
révolution française, premier ministre, pôle nord, pôle sud, afrique du sud, corée du nord, corée du sud, mickey
mouse, brigitte bardot, louis de funès, jean moulin, jeanne d'arc, jules verne, jules césar, vingt mille lieues sous
les mers, big bang, le seigneur des anneaux, seigneur des anneaux, harry potter, le parrain, les beatles
"""


def titles(text: str) -> list[str]:
    return [title.strip() for title in text.replace("\n", " ").split(",")]
