/** The papers' learner of chains over feature rows: checkpoints, and predictions. */
package org.gpchain.experiments.graybox;
