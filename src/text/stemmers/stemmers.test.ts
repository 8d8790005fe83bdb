/** Words and their stems, as snowballstemmer 2.2.0 (PyPI) has them. Each is a different change, or none. */
import { describe, expect, test } from "vitest";
import { stemEnglish } from "./english.ts";
import { stemmers } from "./index.ts";

const PAIRS: Readonly<Record<string, string>> = {
  english: `able abl early earli friends friend information inform coming come several sever started start university
  univers remember rememb playing play probably probabl international intern series seri development develop
  political polit available avail experience experi running run beautiful beauti especially especi position
  posit died die likely like added ad performance perform management manag football footbal economic econom
  considered consid completely complet positive posit additional addit conditions condit immediately immedi
  significant signific independent independ organization organ activities activ associated associ characters
  charact responsible respons operations oper politics polit putting put board board cost cost cut cut field
  field`,
  danish: `intet int kører kør rigtigt rigt hinanden hinand måtte måt vide vid kommet kom sidder sid bruges brug danmarks
  danmark fandt fand forbindelse forbind venner ven fortæller fortæl minutter minut samtidig samtid hjemme hjem
  sikker sik stille stil velkommen velkom desværre desvær medlemmer medlem rigtige rigt spændende spænd endelig
  end passer pas masse mas verdens verd danskere dansk uddannelse uddan spillet spil egentlig egent virksomheder
  virksom dejligt dej mulighed mul fælles fæl kaffe kaf spillere spil yderligere yder kærlighed kær offentlige
  offent moderne mod stykke styk gruppe grup hørt hørt maj maj skat skat året året`,
  dutch: `nederlandse nederland probleem problem zouden zoud maak mak zeer zer amerikaanse amerikan verhaal verhal kans
  kan grootste grootst bestaat bestat kreeg kreg zetten zet zoon zon hoor hor zoveel zovel facebook facebok deed
  ded geef gef lees les midden mid waarschijnlijk waarschijn gelukkig gelukk lichaam licham meteen meten
  uiteindelijk uiteind geloof gelof bestaan bestan omgeving omgev inderdaad inderdad helaas helas belgië belgie
  officiële officiel overheid over witte wit hoog hog heet het beschikbaar beschik betrokken betrok cultuur
  cultur haag hag gedurende gedur geweldige geweld loop lop persoonlijke person rol rol vorm vorm woord woord
  word word`,
  finnish: `tarkoittaa tarkoit erityisesti erityis halua halu kaikkien kaik mahdollista mahdol mielestä miele muista muis
  tehdään tehd tilanne tila aiemmin aiem maksaa maks minkä mink paikka paik poliisi poli uusia uus varten vart
  häntä hän mikään mikä oikeasti oikeast ollaan ol pakko pako perusteella perust tosin tos kauden kaude lopulta
  lopu hetkellä hetk kaikille kaik olleet ol minulle minu onkin on asiasta asia onneksi on tahansa taha tapahtuu
  tapahtu yhtään yh monet mone suomalaiset suomalais verran ver avulla avu kaikkea kaik meille meil anna an
  kotiin kot alussa alu kuoli kuoli ota ota muu muu valmis valmis`,
  french: `vue vu êtes ête aura aur belle bel minutes minut situation situat journée journ devrait devr donné don manière
  mani nouvelles nouvel super sup compris compr deuxième deuxiem sécurité sécur série ser important import parmi
  parm tellement tel marché march développement développ nouveaux nouveau pouvez pouv siècle siecl sortir sort
  frère frer population popul aurais aur conditions condit sortie sort politiques polit scène scen travaux
  traval premiers premi connais con problèmes problem données don république républ succès succes expérience
  expérient moyenne moyen pièces piec nombreuses nombreux payer pai tel tel âge âge bois bois dix dix`,
  german: `bekommen bekomm kleine klein weniger wenig eigenen eig möglich moglich ausserdem ausserd würden wurd überhaupt
  uberhaupt anders and ebenfalls ebenfall münchen munch männer mann nächsten nach unserer uns fünf funf
  gegenüber gegenub eltern elt hätten hatt glück gluck mehrere mehr politik polit zunächst zunach regierung
  regier dürfen durf früher fruh mädchen madch eigene eig jedes jed österreich osterreich führt fuhrt könnten
  konnt weiteren weit läuft lauft völlig vollig märz marz anderes and führen fuhr willst will hält halt
  wahrscheinlich wahrschein tatsächlich tatsach anderem and nämlich namlich gleichzeitig gleichzeit bevor bevor
  hamburg hamburg manchmal manchmal raus raus`,
  italian: `vista vist genere gen letto lett migliore miglior realtà realt problemi problem diversi div particolare
  particol pubblicato pubblic attività attiv consiglio consigl faccia facc capire cap facendo fac partito part
  minuti min cioè cio informazioni inform abbastanza abbast giornata giorn devono dev dovuto dov neanche neanc
  veramente ver avevano avev nonostante nonost possiamo poss motivo mot probabilmente probabil esperienza
  esperient risultati risult significa signif specie spec capisco cap politico polit vogliono vogl tramite tram
  movimento mov cambiare camb popolazione popol semplicemente semplic importanti import vecchio vecc iniziato
  iniz piu piu poter poter sai sai nessun nessun`,
  norwegian: `største størst begynner begynn samtidig samtid bergen berg funnet funn særlig sær forskjellige forskjel ellers
  ell sverige sver dagens dag selvfølgelig selvfølg europa europ basert baser slags slag høres hør spennende
  spenn mulighet mul pengene peng ansvar ansv forbindelse forbind annerledes annerl kjærlighet kjær nærheten nær
  muligheter mul muligheten mul oppmerksomhet oppmerksom begynnelsen begynn følelser føl sendte send thomas thom
  landets land muligens mul myndighetene mynd kvinnelige kvinn virkeligheten virk boliger bol college col
  fremmede fremm kjærligheten kjær følelsene føl tidenes tid kollega kol virkelighet virk intelligens intel
  forstå forstå imot imot musikk musikk pris pris`,
  portuguese: `feira feir fosse foss milhões milhõ população popul posso poss ficou fic nossos noss polícia políc cabeça
  cabec problemas problem várias vár desenvolvimento desenvolv passar pass informações inform política polít
  quais qua quiser quis universidade univers começou comec passado pass demais dem falando fal poderia pod
  aconteceu acontec fazem faz março marc estavam estav começar comec ouvir ouv devido dev josé jos objetivo
  objet podemos pod sociais soc principalmente principal daqui daqu novamente nov obrigada obrig incluindo inclu
  dizendo diz serviços servic consegue conseg resultados result terá ter nível nível total total abril abril
  inglês inglês`,
  russian: `стала стал территории территор течение течен точно точн люблю любл мая ма говорить говор деле дел помощью
  помощ впервые вперв какая как пусть пуст руки рук управления управлен мной мно немного немн будем буд моей мо
  новых нов одним одн первой перв возможность возможн вопросы вопрос находится наход опять опя часов час данным
  дан поскольку поскольк происходит происход деятельности деятельн наших наш особенно особен самый сам последний
  последн работает работа скорее скор состав соста данные дан которым котор сказала сказа настоящее настоя
  удалось уда являются явля сделал сдела ответ ответ ряд ряд станет станет хотел хотел`,
  spanish: `sigue sig somos som artículo articul cerca cerc cierto ciert grande grand países pais quién quien razón razon
  todavía todav madrid madr salir sal seguridad segur único unic último ultim palabras palabr pasar pas público
  public educación educ sentido sent estás estas ningún ningun quieres quier dicen dic línea line allí alli
  debería deb difícil dificil estaban estab fácil facil música music poner pon demasiado demasi josé jos inglés
  ingles última ultim libertad libert allá alla político polit pasó pas hubiera hub pública public significa
  signif habían hab sean sean abril abril internet internet plan plan`,
  swedish: `handlar handl heller hell läsa läs egentligen egent senaste sen trots trot började börj gången gång trodde
  trodd tänkte tänk endast end vidare vid viktigt vikt frågor fråg möjligt möj exakt exak dagens dag dålig dål
  fortsätta fortsät finnas finn fortsätter fortsät alldeles alldel pengarna peng månad mån spännande spänn
  börjat börj ytterligare ytter övriga övr berättar berät trevlig trev vanliga van möjlighet möj lägenhet lägen
  närheten när sommaren somm lyckades lyck fängelse fäng verkligheten verk viktigaste vikt rättigheter rätt
  försvinner försvin ringde ring troligen trol mängd mäng hög hög kommun kommun liksom liksom särskilt särskilt`,
};

const all: Readonly<Record<string, (word: string) => string>> = { english: stemEnglish, ...stemmers };

test("there are words for every stemmer", () => {
  expect(Object.keys(PAIRS).sort()).toEqual(Object.keys(all).sort());
});

describe.each(Object.entries(PAIRS))("%s", (language, list) => {
  const words = list.split(/\s+/);
  test.each(words.flatMap((word, i) => (i % 2 === 0 ? [[word, words[i + 1]!]] : [])))(
    "%s → %s",
    (word, stem) => {
      expect(all[language]!(word)).toBe(stem);
    },
  );
  test.each(["", "a", "я", "aa", "yyyy", "qu", "😀", "\ud800", "1", "niss", "u".repeat(255)])(
    "%j is no trouble",
    (word) => {
      expect(typeof all[language]!(word)).toBe("string");
    },
  );
});
