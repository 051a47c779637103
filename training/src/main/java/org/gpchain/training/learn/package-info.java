/** The learner: from labelled sentences to a model. */
package org.gpchain.training.learn;
